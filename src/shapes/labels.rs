//! Numbers in the picture, beside what they tell and not over each other.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Vec2};

use super::painting::BACKGROUND;

/// Size of the letters in points.
const SIZE: f32 = 13.0;
/// What is left free beside the letters, in points.
const MARGIN: f32 = 3.0;
/// How far a label is tried from its place, in points between it and its edge.
const RINGS: [f32; 4] = [6.0, 14.0, 24.0, 40.0];
/// Directions in which it is tried, on each ring.
const DIRECTIONS: u8 = 8;

/// The labels of one picture. They keep away from those before them, so the most important ones are added first.
pub struct Labels<'a> {
    painter: &'a Painter,
    placed: Vec<Rect>,
    texts: Vec<Arc<Galley>>,
}

impl<'a> Labels<'a> {
    /// No labels yet.
    pub fn new(painter: &'a Painter) -> Self {
        Self { painter, placed: Vec::new(), texts: Vec::new() }
    }

    /// A label at a place, or beside it where another one is there.
    pub fn at(&mut self, place: Pos2, text: String, colour: Color32) {
        self.add(place, std::iter::once(Vec2::ZERO).chain(offsets(Vec2::DOWN)), text, colour);
    }

    /// A label beside a place, in a direction if there is room.
    pub fn beside(&mut self, place: Pos2, direction: Vec2, text: String, colour: Color32) {
        self.add(place, offsets(direction), text, colour);
    }

    fn add(&mut self, place: Pos2, mut offsets: impl Iterator<Item = Vec2>, text: String, colour: Color32) {
        let galley = self.painter.layout_no_wrap(text, FontId::proportional(SIZE), colour);
        self.placed.push(free(place, galley.size() + Vec2::new(2.0 * MARGIN, 0.0), &mut offsets, &self.placed));
        self.texts.push(galley);
    }

    /// Draws them all, dark behind, so that they can be read on anything.
    pub fn paint(self) {
        for (rect, text) in self.placed.into_iter().zip(self.texts) {
            self.painter.rect_filled(rect, MARGIN, BACKGROUND.gamma_multiply(0.75));
            self.painter.galley(rect.min + Vec2::new(MARGIN, 0.0), text, Color32::WHITE);
        }
    }
}

/// The first of the rectangles at an offset from `place`, and by half their size more, that covers none of the others; if all do, the
/// first.
fn free(place: Pos2, size: Vec2, offsets: &mut impl Iterator<Item = Vec2>, others: &[Rect]) -> Rect {
    let mut rects = offsets.map(|offset| Rect::from_center_size(place + offset + offset.normalized() * size / 2.0, size)).peekable();
    let first = rects.peek().copied().unwrap_or(Rect::from_center_size(place, size));
    rects.find(|rect| others.iter().all(|other| !other.intersects(*rect))).unwrap_or(first)
}

/// All around, ring by ring, the wanted direction first.
fn offsets(direction: Vec2) -> impl Iterator<Item = Vec2> {
    let start = direction.angle();
    // To one side and the other in turn: 0, 1, −1, 2, −2, ...
    let turns = (0..DIRECTIONS).map(|step| f32::from(step.div_ceil(2)) * if step % 2 == 0 { -1.0 } else { 1.0 });
    let angles: Vec<_> = turns.map(|turn| start + turn * std::f32::consts::TAU / f32::from(DIRECTIONS)).collect();
    RINGS.into_iter().flat_map(move |radius| angles.clone().into_iter().map(move |angle| Vec2::angled(angle) * radius))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_one_place_do_not_cover_each_other_as_long_as_there_is_room() {
        let (place, size) = (Pos2::new(100.0, 100.0), Vec2::new(20.0, 12.0));
        let mut placed = Vec::new();
        for _ in 0..12 {
            let rect = free(place, size, &mut offsets(Vec2::RIGHT), &placed);
            assert!(placed.iter().all(|other: &Rect| !other.intersects(rect)), "{rect:?} in {placed:?}");
            placed.push(rect);
        }
        assert_eq!(placed[0].center(), place + Vec2::new(6.0 + 10.0, 0.0), "the wanted direction first");
        let full = [Rect::EVERYTHING];
        assert_eq!(free(place, size, &mut offsets(Vec2::RIGHT), &full), placed[0], "one too many covers another, and is there");
    }
}
