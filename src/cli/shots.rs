//! What `jostle render` makes of a run: a picture, a file for each picture of a film, or a film in one file.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::console::note;
use super::error::CliError;
use super::numbered::{MAX_FILES, numbered};
use super::numbers::{grouped, plural};
use super::outputs::{ending_in, has_ending};
use super::times::Frames;
use crate::files;
use crate::picture::film::{Film, MAX_PICTURES_PER_SECOND};
use crate::picture::png;

/// Which frames are drawn, and what becomes of their pictures.
#[derive(Debug)]
pub struct Shots {
    /// The frames; at least one.
    frames: Vec<u32>,
    /// Their pictures so far.
    taken: usize,
    into: Target,
    pictures_per_second: f64,
}

#[derive(Debug)]
enum Target {
    /// A file each.
    Pictures(Vec<PathBuf>),
    /// One file, and what it holds so far, from the first picture on.
    Film(PathBuf, Option<Box<Film>>),
}

/// The frames of a film whose first and last one were not given: those of five seconds, in most scenes.
const FILM: Frames = Frames { first: 0, last: 300, film: true };
/// The frame of a picture.
const PICTURE: Frames = Frames { first: 120, last: 120, film: false };

impl Shots {
    /// What goes to `out` of these frames, or of the usual ones, and of a film every so many, or as many as can be shown, of a scene with so many
    /// frames a second.
    pub fn new(out: &Path, frames: Option<Frames>, every: Option<u32>, frame_rate: f64) -> Result<Self, CliError> {
        let is_film = has_ending(out, "gif");
        let range = frames.unwrap_or(if is_film { FILM } else { PICTURE });
        if every.is_some() && !range.film {
            return Err(CliError::Usage("--every is for films: give the first and the last frame, --frame A..B".into()));
        }
        let least = if is_film { (frame_rate / MAX_PICTURES_PER_SECOND).ceil().max(1.0) as u32 } else { 1 };
        if every.is_some_and(|every| every < least) {
            return Err(CliError::Usage(format!(
                "a .gif shows at most {MAX_PICTURES_PER_SECOND} pictures a second, and the scene has {frame_rate} frames (--every {least} or more; .png files hold all)"
            )));
        }
        let every = every.unwrap_or(least);
        let frames = drawn(range, every)?;
        let into = if is_film { Target::Film(film_path(out)?, None) } else { Target::Pictures(picture_paths(out, &frames)?) };
        Ok(Self { frames, taken: 0, into, pictures_per_second: frame_rate / f64::from(every) })
    }

    /// Files that will be written.
    pub fn paths(&self) -> Vec<PathBuf> {
        match &self.into {
            Target::Pictures(paths) => paths.clone(),
            Target::Film(path, _) => vec![path.clone()],
        }
    }

    /// The first and the last frame that is drawn.
    pub fn ends(&self) -> [u32; 2] {
        [self.frames[0], self.frames[self.frames.len() - 1]]
    }

    /// The frame that is drawn next, if any is left.
    pub fn next(&self) -> Option<u32> {
        self.frames.get(self.taken).copied()
    }

    /// Width and height of the pictures where nobody says them: of a film a quarter, since its file is large.
    pub fn usual_size(&self) -> [u32; 2] {
        match self.into {
            Target::Pictures(_) => [1280, 720],
            Target::Film(..) => [640, 360],
        }
    }

    /// Takes the picture of the next frame.
    pub fn take(&mut self, picture: RgbaImage) -> Result<(), CliError> {
        let rate = self.pictures_per_second;
        match &mut self.into {
            Target::Pictures(paths) => png::save(&picture, &paths[self.taken])?,
            Target::Film(_, film) => film.get_or_insert_with(|| Box::new(Film::new(picture.dimensions().into(), rate))).add(picture, 1),
        }
        self.taken += 1;
        Ok(())
    }

    /// Writes what is not written yet, also of a run that failed on its way, and says what there is.
    pub fn end(self, scene: &str) -> Result<(), CliError> {
        let Some(last) = self.taken.checked_sub(1) else { return Ok(()) };
        let frames = match (self.frames[0], self.frames[last]) {
            (first, last) if first == last => format!("frame {first} of {scene}"),
            (first, last) => format!("frames {first} to {last} of {scene}"),
        };
        let count = plural(self.taken as u64, "picture");
        match self.into {
            Target::Pictures(paths) if last == 0 => note(format_args!("wrote {} ({frames})", paths[0].display())),
            Target::Pictures(paths) => {
                note(format_args!("wrote {count}, {} to {} ({frames})", paths[0].display(), paths[last].display()));
            }
            Target::Film(path, film) => {
                let film = film.expect("there is one as soon as it has a picture");
                let seconds = film.seconds();
                let bytes = film.finish();
                files::write(&path, |file| file.write_all(&bytes))?;
                let megabytes = bytes.len() as f64 / 1e6;
                note(format_args!("wrote {}, {count} in {seconds:.1} s, {megabytes:.1} MB ({frames})", path.display()));
            }
        }
        Ok(())
    }
}

/// The frames from the first to the last, every so many.
fn drawn(Frames { first, last, .. }: Frames, every: u32) -> Result<Vec<u32>, CliError> {
    let count = ((last - first) / every) as usize + 1;
    if count > MAX_FILES {
        let (count, most) = (grouped(count as u64), grouped(MAX_FILES as u64));
        return Err(CliError::Usage(format!(
            "--frame {first}..{last} asks for {count} pictures: at most {most} (--every leaves frames out)"
        )));
    }
    Ok((first..=last).step_by(every as usize).collect())
}

/// A file for each frame: their number stands in the name where there are several.
fn picture_paths(out: &Path, frames: &[u32]) -> Result<Vec<PathBuf>, CliError> {
    let digits = frames[frames.len() - 1].to_string().len();
    match frames.iter().map(|&frame| numbered(out, frame, digits)).collect() {
        Some(paths) => Ok(paths),
        None if frames.len() == 1 => Ok(vec![out.to_path_buf()]),
        None => Err(CliError::Usage(format!(
            "{} frames go to --out {}: write # in the file's name for their number, e.g. film-####.png, or film.gif for one file",
            grouped(frames.len() as u64),
            out.display()
        ))),
    }
}

/// The one file of all frames.
fn film_path(out: &Path) -> Result<PathBuf, CliError> {
    match numbered(out, 0, 1) {
        None => Ok(out.to_path_buf()),
        Some(_) => Err(CliError::Usage(format!(
            "--out {} is one film, of all frames: a name without #, or pictures, e.g. film-####.png",
            out.display()
        ))),
    }
}

/// A path that ends in `.png` or `.gif`.
pub fn picture_path(text: &str) -> Result<PathBuf, String> {
    let otherwise = "pictures are written as PNG and films as GIF: use a name that ends in .png or .gif";
    ending_in("gif", text, otherwise).or_else(|_| ending_in("png", text, otherwise))
}
