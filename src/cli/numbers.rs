//! Numbers as people write them: `20k`, `1.5M`, `10%`, `1280x720`.

/// A whole number with an optional `k`, `M` or `G`, e.g. `20k`, `1.5M`, `1_000`.
pub fn count(text: &str) -> Result<u64, String> {
    let trouble = || format!("\"{text}\" is not a whole number: write e.g. 20000, 20k or 1.5M");
    let (digits, zeros) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 3),
        Some((end, 'm' | 'M')) => (&text[..end], 6),
        Some((end, 'g' | 'G')) => (&text[..end], 9),
        _ => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit() || c == '_');
    if !whole.starts_with(|c: char| c.is_ascii_digit()) || !is_number(whole) || !is_number(fraction) || fraction.len() > zeros {
        return Err(trouble());
    }
    let digits = format!("{whole}{fraction:0<zeros$}").replace('_', "");
    digits.parse().map_err(|_| format!("{text} is too large: at most {} fits", u64::MAX))
}

/// As [`count`], at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("0 is too few: at least 1".into()),
        number => Ok(number),
    }
}

/// As [`count`], up to `u32::MAX`.
pub fn count_u32(text: &str) -> Result<u32, String> {
    u32::try_from(count(text)?).map_err(|_| format!("{text} is too large: at most {} fits", u32::MAX))
}

/// As [`count_u32`], at least 1.
pub fn positive_u32(text: &str) -> Result<u32, String> {
    positive(text).and_then(|_| count_u32(text))
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

/// A whole number with a comma every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 frame`, `2,000 frames`.
pub fn plural(number: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_with_their_unit_and_without_rounding() {
        let good = [("0", 0), ("20k", 20_000), ("1M", 1_000_000), ("2.5M", 2_500_000), ("1_000", 1000), ("1.5k", 1500), ("3G", 3_000_000_000)];
        for (text, number) in good {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        for text in ["", "k", "M", "-1", "1.5", "1.2345k", "ten", "1e6", "0x10", " 1", "1kk", "١", "_1", "99999999999999999999", "99999999999G"] {
            assert!(count(text).is_err(), "{text} was taken");
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
    fn large_numbers_are_grouped_by_three() {
        let shown = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(plural(1, "frame"), "1 frame");
    }
}
