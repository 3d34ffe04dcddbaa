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
    /// Where the simulation was, in its own seconds, when it was looked at last.
    looked_at: f64,
    /// Pictures that it has.
    count: u64,
    /// Takes a picture and how many of them it is; nothing once the film has ended.
    pictures: Option<SyncSender<(RgbaImage, u64)>>,
    making: Option<JoinHandle<Film>>,
}

impl Recording {
    /// Begins a film of pictures of this size, of a simulation that is at this many seconds.
    pub fn new(path: PathBuf, size: [u32; 2], at: f64) -> Self {
        let size = reduced(size);
        let (pictures, taken) = sync_channel(WAITING);
        let making = std::thread::spawn(move || {
            let mut film = Film::new(size, PICTURES_PER_SECOND);
            for (picture, times) in taken {
                let picture = fitted(picture, size);
                (0..times).for_each(|_| film.add(picture.clone()));
            }
            film
        });
        Self { path, seconds: 0.0, looked_at: at, count: 0, pictures: Some(pictures), making: Some(making) }
    }

    /// How long it is.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How often the picture of now is to be taken, when the simulation is at these seconds and goes at this speed: none until the next one is
    /// due, several where it has gone on by more. A simulation that begins again, or another one, goes on from where the film is.
    pub fn due(&mut self, at: f64, speed: f64) -> u64 {
        self.seconds += (at - self.looked_at).max(0.0) / speed;
        self.looked_at = at;
        ((self.seconds * PICTURES_PER_SECOND + 1e-6) as u64 + 1).saturating_sub(self.count)
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
        match self.write() {
            Ok(None) => {}
            Ok(Some(_)) => eprintln!("wrote {}", self.path.display()),
            Err(error) => eprintln!("{error}"),
        }
    }
}

/// A size of the same shape, no larger than it may be; at least 1 each way.
fn reduced(size: [u32; 2]) -> [u32; 2] {
    let longer = size[0].max(size[1]).max(1);
    size.map(|side| if longer <= LARGEST { side.max(1) } else { (u64::from(side) * u64::from(LARGEST) / u64::from(longer)).max(1) as u32 })
}

/// The picture in the size of the film: smaller by as much as the window was at the start; of another window what fits.
fn fitted(picture: RgbaImage, size: [u32; 2]) -> RgbaImage {
    let [width, height] = reduced(picture.dimensions().into());
    let picture = if (width, height) == picture.dimensions() { picture } else { thumbnail(&picture, width, height) };
    if [width, height] == size {
        return picture;
    }
    let mut fitted = RgbaImage::from_pixel(size[0], size[1], image::Rgba([0, 0, 0, 255]));
    overlay(&mut fitted, &picture, 0, 0);
    fitted
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
        assert_eq!((last.dimensions(), last.get_pixel(29, 39).0[0], last.get_pixel(30, 39).0[0]), ((60, 40), 99, 0));
        assert!(
            Recording::new(folder.path().join("none.gif"), [6, 4], 0.0).end().unwrap().is_none()
                && !folder.path().join("none.gif").exists()
        );
        let mut nowhere = Recording::new(folder.path().join("missing/film.gif"), [6, 4], 0.0);
        nowhere.take(RgbaImage::new(6, 4), 1);
        assert!(nowhere.end().unwrap_err().to_string().contains("missing/film.gif"));
    }
}
