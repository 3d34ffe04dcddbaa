//! Everything that a picture shows, asked once.

use super::broad::Broad;
use super::scene::Body;
use crate::geometry::broad_phase::Pair;
use crate::geometry::{Closest, Contact, DVec2, Manifold, Method, contact, distance, epa, gjk, manifold, penetration_by};

/// The methods, what the panel calls them and what the command line calls them.
pub const METHODS: [(Method, &str, &str); 3] =
    [(Method::Fastest, "fastest", "fastest"), (Method::Sat, "SAT", "sat"), (Method::GjkEpa, "GJK + EPA", "gjk-epa")];

/// The method after this.
pub fn next_method(method: Method) -> Method {
    let place = METHODS.iter().position(|(other, ..)| *other == method).unwrap_or(0);
    METHODS[(place + 1) % METHODS.len()].0
}

/// What a pair is to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They touch or overlap: how they come apart, and where they are deepest inside each other.
    Overlap(Contact<DVec2>),
    /// They do not meet: their distance, and where they are closest.
    Apart(Closest<DVec2>),
}

/// A pair in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Indices of shapes, the smaller one first.
    pub pair: [usize; 2],
    /// Whether they overlap, with the points.
    pub answer: Answer,
    /// Whether the chosen method covers the pair; if not, the answer is that of GJK and EPA.
    pub covered: bool,
    /// All points where the two touch, if they do.
    pub manifold: Option<Manifold<DVec2>>,
}

impl Row {
    /// How far apart they are; negative for the depth.
    pub fn gap(&self) -> f64 {
        match self.answer {
            Answer::Overlap(contact) => -contact.penetration.depth,
            Answer::Apart(closest) => closest.distance,
        }
    }
}

/// The answers for one picture.
pub struct Answers {
    /// All pairs, the deepest first, the most distant last.
    pub rows: Vec<Row>,
    /// Whether a shape touches another, by shape.
    pub touching: Vec<bool>,
    /// Pairs whose boxes overlap.
    pub candidates: Vec<Pair>,
}

impl Answers {
    /// Asks about all pairs of shapes.
    pub fn new(bodies: &[Body], method: Method, broad: Broad) -> Self {
        let pairs = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| [a, b]));
        let mut rows: Vec<_> = pairs.map(|pair| row(bodies, pair, method)).collect();
        rows.sort_by(|a, b| a.gap().total_cmp(&b.gap()));
        let mut touching = vec![false; bodies.len()];
        for row in rows.iter().filter(|row| matches!(row.answer, Answer::Overlap(_))) {
            let [a, b] = row.pair;
            (touching[a], touching[b]) = (true, true);
        }
        Self { rows, touching, candidates: broad.pairs(bodies) }
    }

    /// The pairs of a shape, or all of them, in the same order.
    pub fn rows_of(&self, body: Option<usize>) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| body.is_none_or(|body| row.pair.contains(&body)))
    }

    /// How many pairs overlap.
    pub fn overlap_count(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.answer, Answer::Overlap(_))).count()
    }
}

fn row(bodies: &[Body], pair: [usize; 2], method: Method) -> Row {
    let [body_a, body_b] = pair.map(|index| &bodies[index]);
    let (a, pose_a, b, pose_b) = (body_a.convex(), &body_a.pose, body_b.convex(), &body_b.pose);
    let (contact, covered) = match method {
        Method::Fastest => (contact(a, pose_a, b, pose_b), true),
        Method::GjkEpa => (epa::contact(a, pose_a, b, pose_b), true),
        Method::Sat => match penetration_by(method, a, pose_a, b, pose_b) {
            Ok(found) => {
                // The axes tell no points: those are where the two touch once they are parted.
                let points = found.map(|penetration| {
                    let way = penetration.translation();
                    let point_a = gjk::distance(a, pose_a, b, &pose_b.moved(way)).point_a;
                    Contact { penetration, point_a, point_b: point_a - way }
                });
                (points, true)
            }
            Err(_) => (epa::contact(a, pose_a, b, pose_b), false),
        },
    };
    let answer = match (contact, method) {
        (Some(contact), _) => Answer::Overlap(contact),
        (None, Method::Fastest) => Answer::Apart(distance(a, pose_a, b, pose_b)),
        // Nor do they tell a distance.
        (None, _) => Answer::Apart(gjk::distance(a, pose_a, b, pose_b)),
    };
    let manifold = if let Answer::Overlap(_) = answer { manifold(a, pose_a, b, pose_b, 0.0) } else { None };
    Row { pair, answer, covered, manifold }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Form, Scene};
    use super::*;
    use crate::geometry::overlaps;

    #[test]
    fn all_methods_agree_on_seeded_layouts_and_the_way_out_parts() {
        for seed in 0..10 {
            let bodies = Scene::seeded(seed, 25).bodies;
            let by = |method| {
                let mut rows = Answers::new(&bodies, method, Broad::Tree).rows;
                rows.sort_by_key(|row| row.pair);
                rows
            };
            let [fastest, sat, gjk] = [Method::Fastest, Method::Sat, Method::GjkEpa].map(by);
            assert_eq!(fastest.len(), 300);
            assert!(fastest.iter().any(|row| row.gap() < 0.0) && sat.iter().filter(|row| row.covered).count() > 100);
            for ((fastest, sat), gjk) in fastest.iter().zip(&sat).zip(&gjk) {
                assert!((fastest.gap() - gjk.gap()).abs() < 1e-6 && (sat.gap() - gjk.gap()).abs() < 1e-6, "{fastest:?} {sat:?} {gjk:?}");
                for row in [fastest, sat, gjk] {
                    let Answer::Overlap(contact) = row.answer else { continue };
                    let [a, b] = row.pair.map(|index| &bodies[index]);
                    let moved = b.pose.moved(contact.penetration.normal * (contact.penetration.depth + 1e-6));
                    assert!(!overlaps(a.convex(), &a.pose, b.convex(), &moved), "{row:?}");
                    assert!((contact.point_a - contact.point_b).distance(contact.penetration.translation()) < 1e-6);
                }
            }
        }
    }

    #[test]
    fn what_the_axes_do_not_cover_says_so_and_is_answered_all_the_same() {
        let mut scene = Scene::seeded(1, 0);
        for x in [0.0, 0.3] {
            scene.add(Form::Circle, DVec2::new(x, 0.0));
        }
        let answers = Answers::new(&scene.bodies, Method::Sat, Broad::Grid);
        assert!(!answers.rows[0].covered && answers.rows[0].gap() < 0.0);
        assert_eq!((answers.overlap_count(), answers.touching), (1, vec![true, true]));
    }

    #[test]
    fn a_shape_has_a_pair_with_each_other_one_the_nearest_first() {
        let answers = Answers::new(&Scene::seeded(2, 12).bodies, Method::Fastest, Broad::Grid);
        let gaps: Vec<_> = answers.rows_of(Some(5)).inspect(|row| assert!(row.pair.contains(&5))).map(Row::gap).collect();
        assert_eq!((gaps.len(), answers.rows_of(None).count()), (11, 66));
        assert!(gaps.is_sorted());
    }

    #[test]
    fn the_methods_follow_each_other_in_a_ring() {
        assert_eq!(METHODS.map(|(method, ..)| next_method(method)), [Method::Sat, Method::GjkEpa, Method::Fastest]);
        assert_eq!(Broad::ALL.map(Broad::next).map(|broad| broad as usize), [1, 2, 3, 4, 0]);
    }
}
