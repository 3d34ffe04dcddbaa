//! What a test does that cannot run.

/// Fails where `JOSTLE_REQUIRE_GPU` is 1, and otherwise says loudly that it was skipped, and why.
pub fn skipped(why: &str) {
    assert!(std::env::var("JOSTLE_REQUIRE_GPU").as_deref() != Ok("1"), "JOSTLE_REQUIRE_GPU is 1, but {why}");
    // Past the test harness, which keeps what tests that pass print to itself.
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("SKIPPED: {why}\n"));
}
