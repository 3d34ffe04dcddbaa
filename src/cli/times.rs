//! Times of a scene on the command line: in frames, `600`, or in seconds, `10s`.

use std::fmt;

use super::error::CliError;
use super::numbers::{count_u32, grouped, significant};

/// A moment, or how long something takes, as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// A number of frames.
    Frames(u32),
    /// Seconds of simulated time, 0 or more and finite.
    Seconds(f64),
}

/// From the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// The first.
    pub first: Time,
    /// The last.
    pub last: Time,
    /// Whether both were given.
    pub film: bool,
}

/// Frames from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frames {
    /// The first.
    pub first: u32,
    /// The last, not before the first.
    pub last: u32,
    /// Whether both were given.
    pub film: bool,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frames(frames) => write!(f, "{frames}"),
            Self::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

impl Time {
    /// The frame that is nearest, of a scene with so many a second; `option` is what asks for it.
    ///
    /// # Errors
    /// More frames than can be counted.
    pub fn frame(self, option: &str, frame_rate: f64) -> Result<u32, CliError> {
        match self {
            Self::Frames(frame) => Ok(frame),
            Self::Seconds(seconds) => Some((seconds * frame_rate).round())
                .filter(|&frame| frame <= f64::from(u32::MAX))
                .map(|frame| frame as u32)
                .ok_or_else(|| {
                    let (most, frames) = ((f64::from(u32::MAX) / frame_rate).floor(), grouped(u32::MAX.into()));
                    CliError::Usage(format!("{option} {self} is too long: at most {most}s, {frames} frames of this scene"))
                }),
        }
    }

    /// As [`Self::frame`], of how long something takes: none only where it is nothing.
    ///
    /// # Errors
    /// Less than half a frame, too.
    pub fn frames(self, option: &str, frame_rate: f64) -> Result<u32, CliError> {
        match (self, self.frame(option, frame_rate)?) {
            (Self::Seconds(seconds), 0) if seconds > 0.0 => {
                let frame = significant(1.0 / frame_rate);
                Err(CliError::Usage(format!("{option} {self} is less than half a frame of this scene: {frame}s or more")))
            }
            (_, frames) => Ok(frames),
        }
    }
}

impl Times {
    /// The nearest frames, as [`Time::frame`].
    ///
    /// # Errors
    /// A last one before the first; more than can be counted.
    pub fn frames(self, option: &str, frame_rate: f64) -> Result<Frames, CliError> {
        let (first, last) = (self.first.frame(option, frame_rate)?, self.last.frame(option, frame_rate)?);
        if first > last {
            let written = format!("{option} {}..{}", self.first, self.last);
            return Err(CliError::Usage(format!("{written} ends before it starts: write the first, .. and the last one")));
        }
        Ok(Frames { first, last, film: self.film })
    }
}

/// A number of frames as [`count_u32`] reads it, or of seconds before an `s`: `600`, `10s`, `0.5s`.
pub fn time(text: &str) -> Result<Time, String> {
    let no_time = || format!("\"{text}\" is not a time: write a number of frames, e.g. 600, or of seconds, e.g. 10s or 0.5s");
    if let Some(number) = text.strip_suffix('s') {
        return match number.parse::<f64>() {
            Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(Time::Seconds(seconds)),
            Ok(seconds) if seconds < 0.0 => Err(format!("{text} is below 0: write e.g. 10s or 0.5s")),
            _ => Err(no_time()),
        };
    }
    // What may be in a count, or in an attempt at one.
    if !text.chars().all(|c| c.is_ascii_digit() || "-.,_eEkKmMgG".contains(c)) {
        return Err(no_time());
    }
    count_u32(text).map(Time::Frames).map_err(|error| format!("{error}; or seconds, e.g. 10s"))
}

/// As [`time`], more than 0.
pub fn positive_time(text: &str) -> Result<Time, String> {
    match time(text)? {
        Time::Frames(0) | Time::Seconds(0.0) => Err(format!("{text} is too little: at least a frame")),
        time => Ok(time),
    }
}

/// A time, or the first and the last of several: `120`, `0..600`, `2s..5s`.
pub fn times(text: &str) -> Result<Times, String> {
    let end = |text: &str| time(text).map_err(|error| format!("{error}; of a film the first and the last, e.g. 0..600 or 0..10s"));
    let Some((first, last)) = text.split_once("..") else {
        return end(text).map(|time| Times { first: time, last: time, film: false });
    };
    let last = last.strip_prefix('=').unwrap_or(last);
    if first.is_empty() || last.is_empty() {
        return Err(format!("{text} lacks the {} frame: both are needed, e.g. 0..600", if first.is_empty() { "first" } else { "last" }));
    }
    let (first, last) = (end(first)?, end(last)?);
    match (first, last) {
        (Time::Frames(1..), Time::Seconds(_)) | (Time::Seconds(_), Time::Frames(_)) => {
            Err(format!("{text} is in frames and in seconds: write both as seconds, e.g. 1s..5s, or both as frames"))
        }
        _ => Ok(Times { first, last, film: true }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_frames_and_in_seconds() {
        for (text, read) in [
            ("600", Time::Frames(600)),
            ("20k", Time::Frames(20_000)),
            ("0", Time::Frames(0)),
            ("10s", Time::Seconds(10.0)),
            (".5s", Time::Seconds(0.5)),
            ("1e-3s", Time::Seconds(1e-3)),
            ("0s", Time::Seconds(0.0)),
        ] {
            assert_eq!(time(text), Ok(read), "{text}");
        }
        for text in ["", "s", "-1s", "-1", "nans", "infs", "1e999s", "10 s", "10ms", "2.5", "ten", "10S", "1min"] {
            assert!(time(text).is_err(), "{text} was taken");
        }
        assert!(time("10S").unwrap_err().contains("is not a time") && time("-1s").unwrap_err().contains("below 0"));
        assert!(positive_time("0").is_err() && positive_time("0s").is_err());
        assert_eq!(positive_time("1s"), Ok(Time::Seconds(1.0)));
    }

    #[test]
    fn seconds_are_the_nearest_frame() {
        let frame = |text: &str, rate| time(text).unwrap().frame("--frames", rate);
        assert_eq!((frame("10s", 60.0).unwrap(), frame("0.03s", 60.0).unwrap(), frame("600", 1.0).unwrap()), (600, 2, 600));
        assert_eq!(frame("4294967295s", 1.0).unwrap(), u32::MAX);
        let long = frame("1e9s", 60.0).unwrap_err().to_string();
        assert!(long.contains("--frames 1000000000s is too long: at most 71582788s"), "{long}");
        let short = Time::Seconds(0.001).frames("--out-every", 60.0).unwrap_err().to_string();
        assert!(short.contains("--out-every 0.001s is less than half a frame of this scene: 0.0167s or more"), "{short}");
        let some = [Time::Seconds(0.01), Time::Seconds(0.0), Time::Frames(0)].map(|time| time.frames("--frames", 60.0).unwrap());
        assert_eq!(some, [1, 0, 0]);
    }

    #[test]
    fn films_go_from_one_time_to_a_later_one() {
        let frames = |text: &str| times(text).unwrap().frames("--frame", 60.0);
        assert_eq!(frames("120").unwrap(), Frames { first: 120, last: 120, film: false });
        assert_eq!(frames("0..=5s").unwrap(), Frames { first: 0, last: 300, film: true });
        assert_eq!(frames("1s..1s").unwrap(), Frames { first: 60, last: 60, film: true });
        assert!(frames("2s..1s").unwrap_err().to_string().contains("--frame 2s..1s ends before it starts"));
        for text in ["..", "1..", "..5s", "a..b", "1..2..3", "1..5s", "1s..600"] {
            assert!(times(text).is_err(), "{text} was taken");
        }
    }
}
