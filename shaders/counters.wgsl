// Holding a displacement to its range, and counting that. Joined to the passes that bind counters.
// Twin: src/cpu/counters.rs.

// The displacement that is wanted, held to the range that fits. Counted if it had to be held, or where what
// led to it was held already.
fn held(wanted: vec2i, already: bool) -> vec2i {
    let displacement = saturated(wanted);
    if already || any(displacement != wanted) {
        count_saturated(1u);
    }
    return displacement;
}

// Counts in 64 bits: a crowd may be held at the greatest displacement for long.
fn count_saturated(times: u32) {
    if atomicAdd(&counters[COUNTER_SATURATED], times) > 0xFFFFFFFFu - times {
        atomicAdd(&counters[COUNTER_SATURATED + 1u], 1u);
    }
}
