//! Numbers as people write them: `20k`, `1.5M`, `10%`, `1280x720`.

use crate::scene::{MAX_SCENE_PARTICLES, MAX_SEED};
pub use crate::thousands::{grouped, plural};

/// A whole number with an optional `k`, `M`, `G` or power of ten, e.g. `20k`, `1.5M`, `1e6`, `1_000`.
pub fn count(text: &str) -> Result<u64, String> {
    up_to(text, u64::MAX)
}

fn up_to(text: &str, most: u64) -> Result<u64, String> {
    written_out(text)?.parse().ok().filter(|&number| number <= most).ok_or_else(|| too_large(text, most))
}

/// As [`count`], up to what a scene file can hold.
pub fn seed(text: &str) -> Result<u64, String> {
    up_to(text, MAX_SEED)
}

/// All digits of a whole number, however many.
fn written_out(text: &str) -> Result<String, String> {
    let trouble = || match text {
        _ if text.starts_with('-') => format!("{text} is below 0: write e.g. 20000, 20k, 1.5M or 1e6"),
        _ if text.contains(',') => format!("\"{text}\" is not a whole number: without commas, e.g. 20000, 20_000 or 20k"),
        _ => format!("\"{text}\" is not a whole number: write e.g. 20000, 20k, 1.5M or 1e6"),
    };
    let (digits, zeros) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 3),
        Some((end, 'm' | 'M')) => (&text[..end], 6),
        Some((end, 'g' | 'G')) => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, power_of_ten(power).ok_or_else(trouble)?),
            None => (text, 0),
        },
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(trouble());
    }
    let digits = digits.replace('_', "");
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || fraction.len() > zeros {
        return Err(trouble());
    }
    Ok(format!("{whole}{fraction:0<zeros$}"))
}

/// The power behind an `e`. Above a hundred it is too large with any digits, so it need not be larger.
fn power_of_ten(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(100).min(100))
}

fn too_large(text: &str, most: u64) -> String {
    format!("{text} is too large: at most {} fits", grouped(most))
}

/// As [`count`], at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    not_zero(count(text)?)
}

fn not_zero<N: Default + PartialEq>(number: N) -> Result<N, String> {
    if number == N::default() { Err("0 is too few: at least 1".into()) } else { Ok(number) }
}

/// Particles of a scene: as [`positive`], up to what a scene may have.
pub fn particles(text: &str) -> Result<u64, String> {
    match written_out(text)?.parse::<u64>() {
        Ok(number) if number <= MAX_SCENE_PARTICLES => positive(text),
        _ => Err(format!("{text} is too many: a scene has at most {} (100M)", grouped(MAX_SCENE_PARTICLES))),
    }
}

/// As [`count`], up to `u32::MAX`.
pub fn count_u32(text: &str) -> Result<u32, String> {
    up_to(text, u32::MAX.into()).map(|number| number as u32)
}

/// Most threads of the CPU backend.
const MAX_THREADS: u64 = 1024;

/// Threads of the CPU backend.
pub fn threads(text: &str) -> Result<u16, String> {
    match positive(text)? {
        number if number <= MAX_THREADS => Ok(number as u16),
        _ => Err(format!("{text} is too many: 1 to {MAX_THREADS}")),
    }
}

/// As [`count_u32`], at least 1.
pub fn positive_u32(text: &str) -> Result<u32, String> {
    count_u32(text).and_then(not_zero)
}

/// A number with four decimals, or as many more as its first two digits need.
pub fn significant(number: f64) -> String {
    let decimals = if number > 0.0 { (1.0 - number.log10().floor()).clamp(4.0, 12.0) as usize } else { 4 };
    format!("{number:.decimals$}")
}

/// A time above 0, in seconds, e.g. `10`, `0.5` or `10s`.
pub fn seconds(text: &str) -> Result<f64, String> {
    above_zero(text.strip_suffix('s').unwrap_or(text), "not a time: write a number of seconds above 0, e.g. 10 or 0.5")
}

/// A force above 0, in units of mass × length / s².
pub fn force(text: &str) -> Result<f64, String> {
    on_a_scale(above_zero(text, "not a force: write a number above 0, in mass × length / s², e.g. 250")?, text, "mass × length / s²")
}

/// A speed above 0, in units/s.
pub fn speed(text: &str) -> Result<f64, String> {
    on_a_scale(above_zero(text, "not a speed: write a number of units/s above 0, e.g. 30")?, text, "units/s")
}

/// Numbers whose squares single precision has room for.
const SCALES: std::ops::RangeInclusive<f64> = 1e-18..=1e18;

fn on_a_scale(number: f64, text: &str, units: &str) -> Result<f64, String> {
    let range = || format!("{text} is out of range: {:e} to {:e} {units}", SCALES.start(), SCALES.end());
    Some(number).filter(|number| SCALES.contains(number)).ok_or_else(range)
}

fn above_zero(text: &str, otherwise: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("\"{text}\" is {otherwise}")),
    }
}

/// A share from 0 to below 1, written `10%` or `0.1`.
pub fn share(text: &str) -> Result<f64, String> {
    let (digits, unit) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
    match digits.trim().parse::<f64>() {
        Ok(number) if (0.0..1.0).contains(&(number * unit)) => Ok(number * unit),
        Ok(_) => Err(format!("{text} is out of range: 0% up to, but not, 100%")),
        Err(_) => Err(format!("\"{text}\" is not a share: write e.g. 10% or 0.1")),
    }
}

/// Largest width or height of a picture, in pixels.
const MAX_PIXELS: u32 = 16_384;

/// Width and height in pixels, written `1280x720`.
pub fn size(text: &str) -> Result<[u32; 2], String> {
    let parse = |part: &str| part.parse::<u32>().ok().filter(|length| (1..=MAX_PIXELS).contains(length));
    match text.split_once(['x', 'X', '×']).map(|(width, height)| (parse(width), parse(height))) {
        Some((Some(width), Some(height))) => Ok([width, height]),
        _ => Err(format!("\"{text}\" is not a size: write e.g. 1280x720, each from 1 to {MAX_PIXELS}")),
    }
}

/// A time in seconds to a hundred-thousandth, with two digits at least: `2.00`, `0.00625`.
pub fn time(seconds: f64) -> String {
    let all = format!("{seconds:.5}");
    let (whole, digits) = all.split_once('.').unwrap_or((&all, ""));
    let kept = digits.trim_end_matches('0').len().max(2);
    format!("{whole}.{}", &digits[..kept])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_digits_that_they_need() {
        for (seconds, text) in
            [(0.0, "0.00"), (2.0, "2.00"), (0.00625, "0.00625"), (12.5, "12.50"), (1e6, "1000000.00"), (1.0 / 3.0, "0.33333")]
        {
            assert_eq!(time(seconds), text);
        }
    }

    #[test]
    fn counts_are_read_with_their_unit_and_without_rounding() {
        let good = [
            ("0", 0),
            ("20k", 20_000),
            ("1M", 1_000_000),
            ("2.5M", 2_500_000),
            ("1_000", 1000),
            ("1.5k", 1500),
            ("3G", 3_000_000_000),
            ("1e6", 1_000_000),
            ("1.5E3", 1500),
            ("1e18", 10u64.pow(18)),
            ("1.0_5k", 1050),
            ("0e999", 0),
        ];
        for (text, number) in good {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "k",
            "M",
            "-1",
            "1.5",
            "1.2345k",
            "ten",
            "1e",
            "1e-3",
            "e6",
            "1.5e0",
            "1e6k",
            "1e99",
            "1e99999999999999999999",
            "0x10",
            " 1",
            "1kk",
            "١",
            "_1",
            "99999999999999999999",
            "99999999999G",
        ] {
            assert!(count(text).is_err(), "{text} was taken");
        }
    }

    #[test]
    fn too_many_particles_are_called_that_and_not_no_number() {
        assert_eq!(particles("100M"), Ok(100_000_000));
        for text in ["100_000_001", "1e18", "1e30", "99999999999G"] {
            assert_eq!(particles(text), Err(format!("{text} is too many: a scene has at most 100,000,000 (100M)")));
        }
        assert!(particles("0").unwrap_err().contains("at least 1"));
        assert!(particles("1.5").unwrap_err().contains("not a whole number"));
    }

    #[test]
    fn times_are_read_and_nonsense_is_refused() {
        assert_eq!((seconds("10"), seconds("0.5s"), seconds("1e3")), (Ok(10.0), Ok(0.5), Ok(1000.0)));
        for text in ["", "0", "-1", "nan", "inf", "1e999", "10 s", "ten"] {
            assert!(seconds(text).unwrap_err().contains("is not a time"), "{text} was taken");
        }
    }

    #[test]
    fn shares_and_sizes_are_read_and_nonsense_is_refused() {
        assert_eq!(share("10%"), Ok(0.1));
        assert_eq!(share("0.25"), Ok(0.25));
        for text in ["", "%", "100%", "-1%", "10", "nan", "inf"] {
            assert!(share(text).is_err(), "{text} was taken");
        }
        assert_eq!(size("1280x720"), Ok([1280, 720]));
        for text in ["", "x", "1280", "0x720", "1280x0", "1280x-1", "99999x1", "1x2x3"] {
            assert!(size(text).is_err(), "{text} was taken");
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!((plural(1, "frame"), plural(2000, "frame")), ("1 frame".into(), "2,000 frames".into()));
    }
}
