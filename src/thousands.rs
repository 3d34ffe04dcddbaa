//! Large numbers as people read them.

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
    fn large_numbers_are_grouped_by_three() {
        let shown = [0, 12, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
