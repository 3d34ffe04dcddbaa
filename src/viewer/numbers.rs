//! Numbers as the panel reads them.

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
}
