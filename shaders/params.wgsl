// The uniform blocks, equal to those in src/world/params/.

// What stays the same from substep to substep.
struct Params {
    particle_count: u32,
    cell_count: u32,
    cell_bits: u32,
    zero: u32,
    grid_size: vec2u,
    fold_shift: i32,
    fold_bits: u32,
    levels: u32,
    tile_length: u32,
    walls: u32,
    wall_min: vec2i,
    wall_max: vec2i,
    grid_extent: vec2i,
    contact_gain: f32,
    drag_loss: u32,
    mixed_radii: u32,
    push_rate: f32,
    push_share: f32,
    push_limit: f32,
    impulse_leak: f32,
    relax_gain: f32,
    parting_share: f32,
    parting_speed: i32,
    most_impulse: f32,
    restitution: f32,
    bounce_speed: f32,
    deepest_bounce: f32,
    wedged_bounce: f32,
    wall_friction_root: f32,
    wall_restitution_root: f32,
    rolling_resistance: f32,
    still_bits: u32,
    still_shift: u32,
    moving_bits: u32,
    moving_shift: u32,
    mover_count: u32,
    facet_overhang: f32,
    known_depth: f32,
    cells_per_step: f32,
    most_exit: f32,
    shallow: f32,
    walls_after_contacts: u32,
    discs_bounce: u32,
}

// Which of the dispatches of one pass this is.
struct Stage {
    index: u32,
}

// Which links one dispatch takes: first and count.
struct LinkStage {
    ahead: vec2u,
    reversed: vec2u,
}

// The values of one substep.
struct Substep {
    index: u32,
    place: u32,
    gravity: vec2i,
    rounding_phase: u32,
    tool_kind: u32,
    tool_position: vec2i,
    tool_motion: vec2i,
    tool_radius: i32,
    tool_inverse_area: f32,
    tool_strength: f32,
    uncounted: u32,
}
