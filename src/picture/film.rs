//! A film as an animated GIF: every picture is the difference from the one before, in at most 255 colours of its own.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use color_quant::NeuQuant;
use gif::{Encoder, Frame, Repeat};
use image::{Rgba, RgbaImage};

/// Most pictures a second that a GIF can show: it counts hundredths of a second, and browsers show what is to last less than two of them
/// for ten.
pub const MAX_PICTURES_PER_SECOND: f64 = 50.0;

/// Hundredths of a second that a GIF can have a picture seen, and the fewest that browsers heed.
const LONGEST: u64 = u16::MAX as u64;
const SHORTEST: u64 = 2;

/// Hundredths of a second that the last picture stays before the film starts again.
const LAST_STAYS: u64 = 100;

/// Colours of a picture; one more place of its table means that what was there stays.
const COLOURS: usize = 255;
const STAYS: u8 = COLOURS as u8;
/// Colours that are kept as they are, where not all fit: a ground that is seen again behind what has moved must be as it was.
const KEPT: usize = 16;

/// Of how many pixels one is looked at to choose the colours: from 1, the best, to 30. NeuQuant's authors take 10 for a good compromise.
const SAMPLE: i32 = 10;

/// A film that is being made, in memory.
pub struct Film {
    encoder: Encoder<Vec<u8>>,
    pictures_per_second: f64,
    /// Pictures so far.
    count: u64,
    /// The picture before.
    before: Option<RgbaImage>,
    /// What is not written yet, since it lasts until something changes, and from which picture on it is seen.
    waiting: Option<(Frame<'static>, u64)>,
}

impl Film {
    /// A film of pictures of `size` pixels (width, height; each from 1 to 65,535), so many a second (above 0, at most
    /// [`MAX_PICTURES_PER_SECOND`]).
    ///
    /// # Panics
    /// Another size.
    pub fn new(size: [u32; 2], pictures_per_second: f64) -> Self {
        let [width, height] = size.map(|length| u16::try_from(length).expect("a width and height that GIF has room for"));
        let encoder = Encoder::new(Vec::new(), width, height, &[]).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        Self { encoder: encoder.expect(MEMORY), pictures_per_second, count: 0, before: None, waiting: None }
    }

    /// Adds the next picture, which is seen for as long as so many pictures are.
    ///
    /// # Panics
    /// A picture of another size than the film's first one.
    pub fn add(&mut self, picture: RgbaImage, times: u64) {
        if times == 0 {
            return;
        }
        if let Some(frame) = difference(self.before.as_ref(), &picture) {
            self.write_waiting(self.time_of(self.count));
            self.waiting = Some((frame, self.count));
        }
        self.before = Some(picture);
        self.count += times;
    }

    /// Ends the film: the bytes of the file.
    pub fn finish(mut self) -> Vec<u8> {
        self.write_waiting(self.time_of(self.count.saturating_sub(1)) + LAST_STAYS);
        self.encoder.into_inner().expect(MEMORY)
    }

    /// Seconds from the first picture to the end of the last one, without its stay.
    pub fn seconds(&self) -> f64 {
        self.count as f64 / self.pictures_per_second
    }

    /// When a picture is shown first, in hundredths of a second: rounded, so that the film keeps its time as a whole.
    fn time_of(&self, picture: u64) -> u64 {
        (100.0 * picture as f64 / self.pictures_per_second).round() as u64
    }

    /// Writes what waits; it is seen until `end`, with as many frames behind it that change nothing as it takes.
    fn write_waiting(&mut self, end: u64) {
        let Some((mut frame, first)) = self.waiting.take() else { return };
        let mut left = end - self.time_of(first);
        while left > 0 {
            // Nothing is left that is so short that browsers would show it for longer.
            let lasts = if left <= LONGEST { left } else { LONGEST.min(left - SHORTEST) };
            frame.delay = lasts as u16;
            self.encoder.write_frame(&frame).expect(MEMORY);
            (frame, left) = (unchanged(), left - lasts);
        }
    }
}

impl fmt::Debug for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Film").field("count", &self.count).field("pictures_per_second", &self.pictures_per_second).finish_non_exhaustive()
    }
}

const MEMORY: &str = "memory takes what is written, and each picture has its table of colours";

/// What of a picture is not as it was before; `None` if all of it is.
fn difference(before: Option<&RgbaImage>, picture: &RgbaImage) -> Option<Frame<'static>> {
    let has_changed = |x: u32, y: u32| before.is_none_or(|before| before.get_pixel(x, y) != picture.get_pixel(x, y));
    let [left, top, right, bottom] = changed_part(picture, has_changed)?;
    let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let changed: Vec<_> = places.map(|(x, y)| has_changed(x, y).then(|| *picture.get_pixel(x, y))).collect();
    let table = ColourTable::new(picture, changed.iter().flatten());
    Some(Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        transparent: Some(STAYS),
        buffer: changed.iter().map(|pixel| pixel.map_or(STAYS, |pixel| table.index_of(pixel))).collect(),
        palette: Some(table.entries),
        ..Frame::default()
    })
}

/// A picture in which all stays: one pixel that is not seen.
fn unchanged() -> Frame<'static> {
    Frame { width: 1, height: 1, transparent: Some(0), buffer: vec![0].into(), palette: Some(vec![0; 6]), ..Frame::default() }
}

/// The smallest rectangle that holds all that has changed: left, top, and the first column and row behind it.
fn changed_part(picture: &RgbaImage, has_changed: impl Fn(u32, u32) -> bool) -> Option<[u32; 4]> {
    let (width, height) = picture.dimensions();
    let in_row = |&y: &u32| (0..width).any(|x| has_changed(x, y));
    let (top, bottom) = ((0..height).find(in_row)?, (0..height).rfind(in_row)? + 1);
    let in_column = |&x: &u32| (top..bottom).any(|y| has_changed(x, y));
    let (left, right) = ((0..width).find(in_column)?, (0..width).rfind(in_column)? + 1);
    Some([left, top, right, bottom])
}

/// The colours of a picture: all that there are, or those that are seen most, the ground above all, and as many more as fit, chosen so that
/// each other pixel finds one near its own.
struct ColourTable {
    /// Red, green and blue of each.
    entries: Vec<u8>,
    exact: HashMap<Rgba<u8>, u8>,
    chosen: Option<NeuQuant>,
}

impl ColourTable {
    /// For these pixels of a picture.
    fn new<'a>(picture: &RgbaImage, pixels: impl Iterator<Item = &'a Rgba<u8>> + Clone) -> Self {
        let by_count = by_count(pixels.clone());
        let all_fit = by_count.len() <= COLOURS;
        // What is seen most may be little of what has changed.
        let kept = if all_fit { by_count } else { self::by_count(picture.pixels()).into_iter().take(KEPT).collect() };
        let exact: HashMap<_, _> = kept.iter().copied().zip(0..).collect();
        let mut entries: Vec<u8> = kept.iter().flat_map(|colour| [colour[0], colour[1], colour[2]]).collect();
        let chosen = (!all_fit).then(|| {
            let others: Vec<u8> = pixels.filter(|pixel| !exact.contains_key(pixel)).flat_map(|pixel| pixel.0).collect();
            NeuQuant::new(SAMPLE, COLOURS - KEPT, &others)
        });
        entries.extend(chosen.iter().flat_map(NeuQuant::color_map_rgb));
        Self { entries: full(entries), exact, chosen }
    }

    fn index_of(&self, pixel: Rgba<u8>) -> u8 {
        match (&self.chosen, self.exact.get(&pixel)) {
            (Some(chosen), None) => (KEPT + chosen.index_of(&pixel.0)) as u8,
            (_, exact) => *exact.expect("every colour is one of the table where all fit"),
        }
    }
}

/// The colours of pixels, those of most pixels first.
fn by_count<'a>(pixels: impl Iterator<Item = &'a Rgba<u8>>) -> Vec<Rgba<u8>> {
    let mut counts = HashMap::new();
    pixels.for_each(|&pixel| *counts.entry(pixel).or_insert(0u32) += 1);
    let mut colours: Vec<_> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour.0));
    colours.into_iter().map(|(colour, _)| colour).collect()
}

/// With an entry for what stays, too.
fn full(mut entries: Vec<u8>) -> Vec<u8> {
    entries.resize(3 * (COLOURS + 1), 0);
    entries
}

#[cfg(test)]
mod tests {
    use image::AnimationDecoder;
    use image::codecs::gif::GifDecoder;

    use super::*;

    /// Pictures as a viewer shows them, with the hundredths of a second for which it does.
    fn shown(film: Vec<u8>) -> Vec<(RgbaImage, u32)> {
        let frames = GifDecoder::new(std::io::Cursor::new(film)).unwrap().into_frames().collect_frames().unwrap();
        let lasts = |frame: &image::Frame| frame.delay().numer_denom_ms().0 / frame.delay().numer_denom_ms().1 / 10;
        frames.into_iter().map(|frame| (frame.buffer().clone(), lasts(&frame))).collect()
    }

    /// A square of one colour somewhere on a ground of another.
    fn square(x: u32, y: u32) -> RgbaImage {
        RgbaImage::from_fn(40, 30, |column, row| {
            let inside = (x..x + 5).contains(&column) && (y..y + 5).contains(&row);
            Rgba(if inside { [250, 120, 3, 255] } else { [9, 12, 20, 255] })
        })
    }

    #[test]
    fn pictures_of_few_colours_come_back_as_they_were_and_the_film_keeps_its_time() {
        let pictures: Vec<_> = (0..30).map(|i| square(i, 7 + i % 2)).collect();
        let mut film = Film::new([40, 30], 30.0);
        pictures.iter().for_each(|picture| film.add(picture.clone(), 1));
        assert_eq!(film.seconds(), 1.0);
        let shown = shown(film.finish());
        assert_eq!(shown.len(), pictures.len());
        assert!(shown.iter().zip(&pictures).all(|((shown, _), picture)| shown == picture));
        let lasts: Vec<_> = shown.iter().map(|&(_, lasts)| lasts).collect();
        assert!(lasts[..29].iter().all(|lasts| (3..=4).contains(lasts)), "{lasts:?}");
        assert_eq!(lasts[..29].iter().sum::<u32>(), 97, "the thirtieth is shown after 29 thirtieths of a second");
        assert_eq!(u64::from(lasts[29]), LAST_STAYS);
    }

    #[test]
    fn what_stays_takes_no_pictures_but_time() {
        let mut film = Film::new([40, 30], 10.0);
        [(square(3, 3), 1), (square(3, 3), 2), (square(8, 3), 1), (square(5, 3), 0), (square(8, 3), 1)]
            .into_iter()
            .for_each(|(picture, times)| film.add(picture, times));
        let shown = shown(film.finish());
        assert_eq!(shown.iter().map(|&(_, lasts)| lasts).collect::<Vec<_>>(), [30, 10 + LAST_STAYS as u32]);
        assert!(shown[0].0 == square(3, 3) && shown[1].0 == square(8, 3));
    }

    #[test]
    fn what_stays_for_long_keeps_its_time() {
        // All that fits, one and two hundredths more, 1000 s and a second to the next picture.
        for (seconds, delays) in [(655.35, &[65_535][..]), (655.36, &[65_534, 2]), (655.37, &[65_535, 2]), (1000.0, &[65_535, 34_465])] {
            let mut film = Film::new([40, 30], 1.0 / seconds);
            [square(3, 3), square(8, 3)].into_iter().for_each(|picture| film.add(picture, 1));
            let shown = shown(film.finish());
            let (last, before) = shown.split_last().unwrap();
            assert_eq!(before.iter().map(|&(_, lasts)| lasts).collect::<Vec<_>>(), delays, "{seconds}");
            assert!(before.iter().all(|(picture, _)| *picture == square(3, 3)) && last.0 == square(8, 3));
        }
    }

    #[test]
    fn pictures_of_many_colours_come_back_much_alike() {
        let pictures: Vec<_> = (0..3u32)
            .map(|i| RgbaImage::from_fn(90, 60, |x, y| Rgba([(2 * x + 30 * i) as u8, (4 * y) as u8, (x + y + 40 * i) as u8, 255])))
            .collect();
        let mut film = Film::new([90, 60], 25.0);
        pictures.iter().for_each(|picture| film.add(picture.clone(), 1));
        for ((shown, _), picture) in shown(film.finish()).iter().zip(&pictures) {
            let off = |(a, b): (&Rgba<u8>, &Rgba<u8>)| (0..3).map(|i| f64::from(a.0[i].abs_diff(b.0[i]))).sum::<f64>() / 3.0;
            let mean = shown.pixels().zip(picture.pixels()).map(off).sum::<f64>() / f64::from(90 * 60);
            assert!(mean < 10.0, "{mean} of 255 off on average");
        }
    }

    #[test]
    fn the_ground_behind_what_moves_on_is_as_it_was() {
        // In every other row twenty colours, of more pixels each than are left to the ground; in the others all colours.
        let at = |left: u32| {
            RgbaImage::from_fn(200, 60, |x, y| {
                let inside = (left..left + 180).contains(&x) && (5..55).contains(&y);
                let one_of_twenty = [12 * ((x + left) % 20) as u8, 90, 90];
                let any = [(5 * x + left) as u8, (4 * y) as u8, (3 * y + x) as u8];
                let [r, g, b] = if !inside {
                    [20, 24, 31]
                } else if y % 2 == 0 {
                    one_of_twenty
                } else {
                    any
                };
                Rgba([r, g, b, 255])
            })
        };
        let mut film = Film::new([200, 60], 25.0);
        [at(2), at(4)].into_iter().for_each(|picture| film.add(picture, 1));
        let last = &shown(film.finish())[1].0;
        assert!((5..55).all(|y| (0..4).all(|x| last.get_pixel(x, y).0 == [20, 24, 31, 255])));
    }

    #[test]
    fn a_film_without_pictures_is_an_empty_one() {
        let film = Film::new([4, 3], 50.0).finish();
        assert!(film.starts_with(b"GIF89a") && film.ends_with(b";"));
    }
}
