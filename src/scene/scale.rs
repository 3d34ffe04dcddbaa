//! `--particles N`: how large the world must be, and which shape gives up the few sites too many.
//!
//! At scale `s` every length and place of a scene file is multiplied by `s` and every count by `s²`;
//! sizes of discs, gaps between them, speeds and times stay. So shapes keep their place in the world
//! and fill it with more discs. Sites come in whole rows, so the smallest `s` that has room for `N` has
//! room for a few more, and those are left out, last placed first.

/// What a scene file's lengths are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub factor: f64,
    /// How large the world is then; without bounds where nothing can stick out of it.
    world: [f64; 2],
}

impl Scale {
    /// A scene as its file stands.
    pub const ONE: Self = Self::unbounded(1.0);

    /// That of a world which its file has at this size.
    pub fn new(factor: f64, world: [f64; 2]) -> Self {
        Self { factor, world: world.map(|length| length * factor) }
    }

    const fn unbounded(factor: f64) -> Self {
        Self { factor, world: [f64::INFINITY; 2] }
    }

    /// From a world at this scale to the file.
    pub fn back(self) -> Self {
        Self::unbounded(1.0 / self.factor)
    }

    /// A point of the file.
    pub fn point(self, point: [f64; 2]) -> [f64; 2] {
        point.map(|coordinate| coordinate * self.factor)
    }

    /// Whether each side of the scaled world is as long as this.
    pub fn holds(self, length: f64) -> bool {
        self.world.iter().all(|&side| side >= length)
    }

    /// The nearest place where a disc is inside the scaled world. Discs keep their size in a smaller one, so some near its edge would stick
    /// out.
    pub fn inside(self, place: [f64; 2], radius: f64) -> [f64; 2] {
        [0, 1].map(|axis| place[axis].min(self.world[axis] - radius).max(radius))
    }

    /// A count of the file, of which one is always left. The tiny addition undoes the rounding of `s = √(N / default)`.
    pub fn count(self, count: u64) -> u64 {
        ((count as f64 * self.factor * self.factor + 1e-6) as u64).max(count.min(1))
    }
}

/// How far from the number wanted a scene may end up.
const COUNT_TOLERANCE: f64 = 0.02;

/// How readily a shape gives up sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trim {
    /// Blocks, lattices, emitters: nobody sees a few discs fewer.
    Freely,
    /// Cloths and soft squares: the last row comes out shorter.
    IfNeeded,
    /// Ropes and single discs.
    Never,
}

/// A scale, and how many particles each shape places at it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub scale: Scale,
    pub quotas: Vec<u64>,
    /// A shape of which nothing is left.
    pub gone: Option<Gone>,
}

/// A shape that has particles in its file and none in a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gone {
    pub shape: usize,
    /// The sites that it had to give up; without, it has no room in so small a world.
    pub given_up: Option<u64>,
}

impl Plan {
    /// All sites of all shapes of a file.
    pub fn full(quotas: Vec<u64>) -> Self {
        Self { scale: Scale::ONE, quotas, gone: None }
    }

    /// The plan that comes nearest to `wanted` particles, of a world which its file has at this size and with `default` of them. `sites`
    /// gives what each shape holds at a scale. Where that would take all of a shape, one that leaves something of each is taken instead, if
    /// it is near.
    pub fn new(wanted: u64, default: u64, world: [f64; 2], trims: &[Trim], sites: impl Fn(Scale) -> Vec<u64>) -> Self {
        let at = |factor| Scale::new(factor, world);
        let of_file = sites(Scale::ONE);
        let total = |factor| sites(at(factor)).iter().fold(0u64, |sum, &count| sum.saturating_add(count));
        let straight = libm::sqrt(wanted as f64 / default as f64);
        if total(straight) == wanted {
            return Self::trimmed(wanted, at(straight), trims, &of_file, sites(at(straight)));
        }
        let mut enough = straight;
        while total(enough) < wanted && enough < straight * 16.0 {
            enough *= 1.05;
        }
        let mut few = straight / 16.0;
        for _ in 0..48 {
            let middle = (few + enough) / 2.0;
            if total(middle) < wanted { few = middle } else { enough = middle }
        }
        let [over, under] = [enough, few].map(|factor| Self::trimmed(wanted, at(factor), trims, &of_file, sites(at(factor))));
        let is_nearer = over.total().abs_diff(wanted) <= under.total().abs_diff(wanted);
        let spares = over.gone.is_some() && under.is_near(wanted);
        if is_nearer && !spares { over } else { under }
    }

    /// Takes what is above `wanted` from the shapes that give it, most readily first, largest first.
    fn trimmed(wanted: u64, scale: Scale, trims: &[Trim], of_file: &[u64], mut quotas: Vec<u64>) -> Self {
        let mut surplus = quotas.iter().fold(0u64, |sum, &count| sum.saturating_add(count)).saturating_sub(wanted);
        let mut order: Vec<usize> = (0..quotas.len()).filter(|&shape| trims[shape] != Trim::Never).collect();
        order.sort_by_key(|&shape| (trims[shape], std::cmp::Reverse(quotas[shape])));
        let lost = (0..quotas.len()).find(|&shape| of_file[shape] > 0 && quotas[shape] == 0);
        let mut gone = lost.map(|shape| Gone { shape, given_up: None });
        for shape in order {
            let (there, taken) = (quotas[shape], surplus.min(quotas[shape]));
            quotas[shape] -= taken;
            surplus -= taken;
            gone = gone.or((there > 0 && taken == there).then_some(Gone { shape, given_up: Some(there) }));
        }
        Self { scale, quotas, gone }
    }

    /// Whether it has about as many particles as were wanted.
    pub fn is_near(&self, wanted: u64) -> bool {
        self.total() > 0 && self.total().abs_diff(wanted) as f64 <= COUNT_TOLERANCE * wanted as f64
    }

    /// Particles in all.
    pub fn total(&self) -> u64 {
        self.quotas.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of `10·s` discs, `10·s` rows, beside 8 discs that stay 8.
    fn square_and_discs(scale: Scale) -> Vec<u64> {
        let side = (10.0 * scale.factor) as u64;
        vec![side * side, 8]
    }

    #[test]
    fn the_smallest_scale_with_room_is_found_and_the_surplus_left_out() {
        let plan = Plan::new(1000, 108, [10.0; 2], &[Trim::Freely, Trim::Never], square_and_discs);
        assert_eq!(plan.quotas, [992, 8]);
        assert!((plan.scale.factor - 3.2).abs() < 1e-9, "{plan:?}");
    }

    #[test]
    fn shapes_that_give_nothing_come_as_near_as_they_can() {
        let plan = Plan::new(1000, 108, [10.0; 2], &[Trim::Never, Trim::Never], square_and_discs);
        assert_eq!(plan.total(), 31 * 31 + 8);
    }

    #[test]
    fn what_gives_freely_is_asked_first() {
        let sites = |_| vec![50, 30, 40];
        let plan = Plan::new(100, 120, [10.0; 2], &[Trim::IfNeeded, Trim::Freely, Trim::Freely], sites);
        assert_eq!(plan.quotas, [50, 30, 20]);
        let plan = Plan::new(40, 120, [10.0; 2], &[Trim::IfNeeded, Trim::Freely, Trim::Freely], sites);
        assert_eq!(plan.quotas, [40, 0, 0]);
    }
}
