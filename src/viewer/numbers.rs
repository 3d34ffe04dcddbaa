//! Numbers as the panel writes and reads them.

use crate::thousands::grouped;

/// Three or four digits of a number; of a large one all, up to a million.
pub fn short(number: f64) -> String {
    match number.abs() {
        0.0 => "0".into(),
        size if !(0.001..1e6).contains(&size) => format!("{number:.2e}"),
        size if size < 0.1 => format!("{number:.4}"),
        size if size < 10.0 => format!("{number:.3}"),
        size if size < 1000.0 => format!("{number:.1}"),
        size => format!("{}{}", if number < 0.0 { "-" } else { "" }, grouped(size.round() as u64)),
    }
}

/// `20k`, `1.5M`, `1,000`.
pub fn parse_count(text: &str) -> Option<f64> {
    let text = text.trim().replace([',', '_', ' '], "");
    let (digits, unit) = match text.char_indices().next_back()? {
        (end, 'k' | 'K') => (&text[..end], 1e3),
        (end, 'm' | 'M') => (&text[..end], 1e6),
        _ => (text.as_str(), 1.0),
    };
    digits.parse::<f64>().ok().map(|number| number * unit).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        for (text, number) in [("20k", 20e3), ("1.5M", 1.5e6), ("1,234", 1234.0), (" 7 ", 7.0)] {
            assert_eq!(parse_count(text), Some(number));
        }
        ["many", "nan", "inf", "1e999"].into_iter().for_each(|text| assert_eq!(parse_count(text), None));
        assert_eq!(parse_count(""), None);
    }

    #[test]
    fn large_numbers_have_commas_up_to_where_they_have_an_exponent() {
        for (number, text) in [(7.4e7, "7.40e7"), (-123_456.7, "-123,457"), (1000.0, "1,000"), (-999.96, "-1000.0"), (0.25, "0.250")] {
            assert_eq!(short(number), text);
        }
    }
}
