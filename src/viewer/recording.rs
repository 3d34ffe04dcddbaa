//! A film of what the window shows, without its panel, made by a thread while the window goes on.

use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use image::RgbaImage;
use image::imageops::{overlay, thumbnail};

use crate::files::{self, WriteError};
use crate::picture::film::Film;

/// Pictures in a second of the film.
const PICTURES_PER_SECOND: f64 = 30.0;

/// The time from one picture to the next.
pub const BETWEEN_PICTURES: Duration = Duration::from_nanos(1_000_000_000 / 30);

/// Longer side of its pictures, at most: larger ones take their time to be made, and their room.
const LARGEST: u32 = 800;

/// Pictures that may wait to be taken into the film; then the window waits.
const WAITING: usize = 8;

/// A film that goes on.
#[derive(Debug)]
pub struct Recording {
    path: PathBuf,
    /// Seconds of the film: simulated ones, as fast as they were asked to go.
    seconds: f64,
    /// Where the simulation was, in its own seconds, when it was looked at last; nowhere if another one has come since.
    looked_at: Option<f64>,
    /// Pictures that it has.
    count: u64,
    /// Takes a picture and how many of them it is; nothing once the film has ended.
    pictures: Option<SyncSender<(RgbaImage, u64)>>,
    making: Option<JoinHandle<Film>>,
}

impl Recording {
    /// Begins a film of pictures of this size, of a simulation that is at this many seconds.
    pub fn new(path: PathBuf, size: [u32; 2], at: f64) -> Self {
        let shape = Shape::new(size);
        let (pictures, taken) = sync_channel(WAITING);
        let making = std::thread::spawn(move || {
            let mut film = Film::new(shape.size, PICTURES_PER_SECOND);
            taken.into_iter().for_each(|(picture, times)| film.add(shape.fitted(picture), times));
            film
        });
        Self { path, seconds: 0.0, looked_at: Some(at), count: 0, pictures: Some(pictures), making: Some(making) }
    }

    /// How long it is.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How often the picture of now is to be taken, when the simulation is at these seconds and goes at this speed: none until the next one is
    /// due, several where it has gone on by more.
    pub fn due(&mut self, at: f64, speed: f64) -> u64 {
        self.seconds += self.looked_at.map_or(0.0, |before| (at - before).max(0.0) / speed);
        self.looked_at = Some(at);
        ((self.seconds * PICTURES_PER_SECOND + 1e-6) as u64 + 1).saturating_sub(self.count)
    }

    /// What was not seen is not filmed: another simulation, or a window that was not there, goes on from where the film is.
    pub fn skip(&mut self) {
        self.looked_at = None;
    }

    /// Takes a picture, so many times.
    pub fn take(&mut self, picture: RgbaImage, times: u64) {
        self.count += times;
        if let Some(pictures) = &self.pictures {
            // It is told at the end if the thread is gone.
            let _ = pictures.send((picture, times));
        }
    }

    /// Ends the film, and writes it, if it has a picture; returns its file and size in bytes.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn end(mut self) -> Result<Option<(PathBuf, usize)>, WriteError> {
        Ok(self.write()?.map(|bytes| (std::mem::take(&mut self.path), bytes)))
    }

    /// As [`Self::end`], before the window goes: says on standard error where the film is.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(mut self) -> Result<(), WriteError> {
        self.write_and_tell()
    }

    fn write_and_tell(&mut self) -> Result<(), WriteError> {
        if self.write()?.is_some() {
            eprintln!("wrote {}", self.path.display());
        }
        Ok(())
    }

    fn write(&mut self) -> Result<Option<usize>, WriteError> {
        drop(self.pictures.take());
        let Some(making) = self.making.take() else { return Ok(None) };
        let failed = || WriteError { path: self.path.clone(), reason: "the thread that makes the film has failed".into() };
        let film = making.join().map_err(|_| failed())?;
        if self.count == 0 {
            return Ok(None);
        }
        let bytes = film.finish();
        files::write(&self.path, |file| file.write_all(&bytes))?;
        Ok(Some(bytes.len()))
    }
}

/// However the window ends, what was filmed is kept.
impl Drop for Recording {
    fn drop(&mut self) {
        if let Err(error) = self.write_and_tell() {
            eprintln!("{error}");
        }
    }
}

/// What becomes of the pictures.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Of the film, in pixels.
    size: [u32; 2],
    /// Pixels of the film for one of the window.
    scale: f64,
}

impl Shape {
    /// For pictures that are this large at first.
    fn new(size: [u32; 2]) -> Self {
        let longer = size[0].max(size[1]).max(1);
        let scale = (f64::from(LARGEST) / f64::from(longer)).min(1.0);
        Self { size: scaled(size, scale), scale }
    }

    /// A picture in the size of the film: smaller by as much as the first, or by more where the window has grown since, in the middle.
    fn fitted(&self, picture: RgbaImage) -> RgbaImage {
        let now: [u32; 2] = picture.dimensions().into();
        let room = [0, 1].map(|axis| f64::from(self.size[axis]) / f64::from(now[axis].max(1)));
        let [width, height] =
            if scaled(now, self.scale) == self.size { self.size } else { scaled(now, self.scale.min(room[0]).min(room[1])) };
        let picture = if [width, height] == now { picture } else { thumbnail(&picture, width, height) };
        if [width, height] == self.size {
            return picture;
        }
        let mut fitted = RgbaImage::from_pixel(self.size[0], self.size[1], image::Rgba([0, 0, 0, 255]));
        let [left, top] = [self.size[0].saturating_sub(width), self.size[1].saturating_sub(height)].map(|free| i64::from(free / 2));
        overlay(&mut fitted, &picture, left, top);
        fitted
    }
}

fn scaled(size: [u32; 2], scale: f64) -> [u32; 2] {
    size.map(|side| (f64::from(side) * scale).round().max(1.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifDecoder;
    use image::{AnimationDecoder, Rgba};

    #[test]
    fn pictures_come_by_the_time_that_is_simulated_and_as_fast_as_it_was_asked_to_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.gif");
        let mut recording = Recording::new(path.clone(), [1000, 500], 2.0);
        let shade = |shade: u8| RgbaImage::from_pixel(1000, 500, Rgba([shade, 0, 0, 255]));
        let mut look = |at: f64, speed: f64, shown: u8| {
            let due = recording.due(at, speed);
            recording.take(shade(shown), due);
            due
        };
        assert_eq!([look(2.0, 1.0, 10), look(2.0, 1.0, 20), look(2.01, 1.0, 20)], [1, 0, 0]);
        assert_eq!([look(2.034, 1.0, 30), look(2.134, 1.0, 40)], [1, 3]);
        // Started again, and then twice as slow.
        assert_eq!([look(0.0, 1.0, 50), look(0.0334, 0.5, 60)], [0, 2]);
        // A checkpoint of a minute was opened.
        recording.skip();
        assert_eq!(recording.due(60.0, 1.0), 0);
        assert!((recording.seconds() - 0.2008).abs() < 1e-9);
        let (written, bytes) = recording.end().unwrap().unwrap();
        assert_eq!((&written, std::fs::read(&path).unwrap().len()), (&path, bytes));
        let film = GifDecoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())).unwrap();
        let frames = film.into_frames().collect_frames().unwrap();
        let shown: Vec<_> = frames.iter().map(|frame| frame.buffer().get_pixel(9, 9).0[0]).collect();
        let lasts: Vec<_> = frames.iter().map(|frame| frame.delay().numer_denom_ms().0 / 10).collect();
        assert_eq!((shown, &lasts[..3]), (vec![10, 30, 40, 60], &[3, 4, 10][..]));
        assert_eq!(frames[0].buffer().dimensions(), (800, 400));
    }

    #[test]
    fn what_is_filmed_is_kept_if_the_window_goes_and_may_change_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.gif");
        let mut recording = Recording::new(path.clone(), [60, 40], 0.0);
        recording.take(RgbaImage::from_pixel(60, 40, Rgba([9, 9, 9, 255])), 1);
        recording.take(RgbaImage::from_pixel(30, 80, Rgba([99, 9, 9, 255])), 1);
        drop(recording);
        let film = GifDecoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())).unwrap();
        let last = film.into_frames().collect_frames().unwrap().pop().unwrap().into_buffer();
        // 30 by 80 in 60 by 40: 15 by 40, in the middle.
        let shades = [21, 22, 36, 37].map(|x| last.get_pixel(x, 20).0[0]);
        assert_eq!((last.dimensions(), shades), ((60, 40), [0, 99, 99, 0]));
        let shape = Shape::new([1600, 900]);
        let wide = |width, height| shape.fitted(RgbaImage::from_pixel(width, height, Rgba([99, 9, 9, 255])));
        // With the panel at its side there is less to see, as large as before.
        let beside = wide(1280, 900);
        let shades = [79, 80, 719, 720].map(|x| beside.get_pixel(x, 449).0[0]);
        assert_eq!((beside.dimensions(), shades), ((800, 450), [0, 99, 99, 0]));
        assert!(
            Recording::new(folder.path().join("none.gif"), [6, 4], 0.0).end().unwrap().is_none()
                && !folder.path().join("none.gif").exists()
        );
        let mut nowhere = Recording::new(folder.path().join("missing/film.gif"), [6, 4], 0.0);
        nowhere.take(RgbaImage::new(6, 4), 1);
        assert!(nowhere.end().unwrap_err().to_string().contains("missing/film.gif"));
    }
}
