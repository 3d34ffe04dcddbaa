//! Nothing that a scene file may hold makes the reader panic.

use super::tables::{bin, npy, with_table};
use super::*;

/// Words that a scene file may hold, right and wrong.
const WORDS: &[&str] = &[
    "nan",
    "-inf",
    "inf",
    "0",
    "-1",
    "1e308",
    "1e-308",
    "9223372036854775807",
    "-9223372036854775808",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    "\n",
    "[[rope]]",
    "[[particles]]",
    "[1, 2]",
    "[1e300, 1e300]",
    "true",
    "\"wall\"",
    "repeat",
    "1e18",
    "100_000_000",
    "ü",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_mutation_of_a_scene_panics(
        scene in 0..Scene::names().count(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..WORDS.len(), 0..12usize), 1..4),
        count in prop_oneof![Just(None), (1..3000u64).prop_map(Some)],
    ) {
        let name = Scene::names().nth(scene).unwrap();
        let mut text: Vec<char> = std::fs::read_to_string(format!("scenes/{name}.toml")).unwrap().chars().collect();
        for (at, word, length) in edits {
            let at = at.index(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, WORDS[word].chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(scene) = Scene::from_toml("mutated.toml", &text, None)
            && scene.default_particles() <= 100_000
        {
            let _ = scene.build(&Overrides { particles: count, ..Overrides::default() });
        }
    }

    #[test]
    fn no_number_in_the_place_of_another_panics(
        scene in 0..Scene::names().count(),
        which in any::<prop::sample::Index>(),
        number in prop_oneof![Just("nan"), Just("inf"), Just("-1"), Just("0"), Just("1e300"), Just("1e-300"), Just("1e9"), Just("1"), Just("4294967296")],
    ) {
        let name = Scene::names().nth(scene).unwrap();
        let text = std::fs::read_to_string(format!("scenes/{name}.toml")).unwrap();
        let numbers: Vec<_> = text.char_indices().filter(|&(at, c)| c.is_ascii_digit() && !text[..at].ends_with(|c: char| c.is_ascii_digit() || "._".contains(c))).map(|(at, _)| at).collect();
        let at = numbers[which.index(numbers.len())];
        let end = at + text[at..].find(|c: char| !(c.is_ascii_digit() || "._".contains(c))).unwrap_or(text.len() - at);
        let text = format!("{}{number}{}", &text[..at], &text[end..]);
        if let Ok(scene) = Scene::from_toml("mutated.toml", &text, None)
            && scene.default_particles() <= 100_000
        {
            let _ = scene.build(&particles(500));
            let _ = scene.build(&Overrides::default());
        }
    }

    #[test]
    fn no_bytes_of_a_table_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), format in 0..3) {
        let (name, mut bytes) = match format {
            0 => ("a.csv", b"x,y,vx\n1,2,3\n4,5,6\n".to_vec()),
            1 => ("a.npy", npy(&[2, 2], npyz::Order::C, &[1.0f64; 4])),
            _ => ("a.bin", bin(2, 50.0, &[1.0; 4])),
        };
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = with_table(name, &bytes);
    }
}

// The reference.
