//! Files of text that somebody wrote.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::string::FromUtf8Error;

/// Far more than any scene or report: what has no end, such as `/dev/zero`, is not read until memory is gone.
const MAX_BYTES: u64 = 256 << 20;

/// The byte order mark, which is no part of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// All of a file, but for a byte order mark.
///
/// # Errors
/// A file that cannot be read, that is larger than 256 MiB, or that is not UTF-8, with the way out.
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let reason = format!("it is larger than {} MiB, more than is read of a text", MAX_BYTES >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
    }
    // Some editors and shells mark UTF-8 so.
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, no_text(&error)))
}

/// Why bytes are no text, and the way out.
fn no_text(error: &FromUtf8Error) -> String {
    let bytes = error.as_bytes();
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return "it is UTF-16, as some shells write what a program prints: save it as UTF-8".into();
    }
    let line = 1 + bytes[..error.utf8_error().valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
    format!("it is not UTF-8 in line {line}: save it as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_utf_8_is_no_part_of_the_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        std::fs::write(&path, "\u{feff}{}\u{feff}").unwrap();
        assert_eq!(read(&path).unwrap(), "{}\u{feff}");
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_refused() {
        let error = read(Path::new("/dev/zero")).unwrap_err();
        assert!(error.to_string().contains("larger than 256 MiB"), "{error}");
    }
}
