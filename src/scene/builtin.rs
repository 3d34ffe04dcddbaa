//! The scenes that come with the program.

/// Name and text of each, the default first.
pub(super) const SCENES: &[(&str, &str)] = &[
    ("pile", include_str!("../../scenes/pile.toml")),
    ("dam", include_str!("../../scenes/dam.toml")),
    ("gas", include_str!("../../scenes/gas.toml")),
    ("billiard", include_str!("../../scenes/billiard.toml")),
    ("cloth", include_str!("../../scenes/cloth.toml")),
    ("ropes", include_str!("../../scenes/ropes.toml")),
    ("soft_squares", include_str!("../../scenes/soft_squares.toml")),
    ("tower", include_str!("../../scenes/tower.toml")),
    ("newton", include_str!("../../scenes/newton.toml")),
    ("rain", include_str!("../../scenes/rain.toml")),
    ("polydisperse", include_str!("../../scenes/polydisperse.toml")),
    ("settled", include_str!("../../scenes/settled.toml")),
    ("repose", include_str!("../../scenes/repose.toml")),
    ("avalanche", include_str!("../../scenes/avalanche.toml")),
    ("hourglass", include_str!("../../scenes/hourglass.toml")),
    ("drum", include_str!("../../scenes/drum.toml")),
    ("tumbler", include_str!("../../scenes/tumbler.toml")),
    ("pachinko", include_str!("../../scenes/pachinko.toml")),
    ("sieve", include_str!("../../scenes/sieve.toml")),
    ("jet", include_str!("../../scenes/jet.toml")),
    ("letters", include_str!("../../scenes/letters.toml")),
    ("overfull", include_str!("../../scenes/overfull.toml")),
];
