//! Whether the header of an .npy file may be parsed at all.

/// Longest header, in bytes, and most brackets in it: numpy writes 118 bytes and two brackets.
const MAX_HEADER: u32 = 1024;
const MAX_BRACKETS: usize = 4;
/// Most digits of a number: the product of two of those fits 64 bits.
const MAX_DIGITS: u32 = 9;

/// That the header of a file that starts so is as short and flat as that of an array of numbers: a dictionary with one tuple. What
/// parses it takes several times longer with every bracket inside another.
///
/// # Errors
/// What it has instead, in words.
pub fn check(start: &[u8]) -> Result<(), String> {
    // Six bytes that name the format, two of its version, then the length in two bytes, or in four since version 2.
    let length = match *start {
        _ if !start.starts_with(b"\x93NUMPY") => return Ok(()),
        [_, _, _, _, _, _, 1, _, a, b, ..] => u32::from(u16::from_le_bytes([a, b])),
        [_, _, _, _, _, _, _, _, a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
        _ => return Ok(()),
    };
    let header = || start.iter().skip(10).take(length as usize);
    let brackets = header().filter(|&byte| b"{[(".contains(byte)).count();
    // As many elements no memory holds, and what reads it multiplies lengths.
    let mut digits = 0;
    let longest = header().map(|byte| {
        digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
        digits
    });
    if longest.max().unwrap_or(0) > MAX_DIGITS {
        return Err(format!("a number of more than {MAX_DIGITS} digits in its header: no array is as long"));
    }
    if length <= MAX_HEADER && brackets <= MAX_BRACKETS {
        return Ok(());
    }
    Err(format!("a header of {length} bytes with {brackets} brackets, where an array of numbers has a short one"))
}
