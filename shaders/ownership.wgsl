// Which of two discs owns their contact, and where it looks for its partners: around its cell, as far as it reaches, in its own level
// of the grid and in every coarser one. Joined to the passes that bind contacts. Twin: src/cpu/ownership.rs.

// A run of partners. What is on a coarser level comes after all that is on a finer one.
fn partner_run(level: u32, own_level: u32, around: Around, number: i32) -> Run {
    let run = run_around(level, around, number);
    return Run(run.cells, select(run.side, 1, level < own_level));
}

// Discs of one size look only at those behind them in the order of slots.
fn first_row() -> i32 {
    return select(0, -1, params.mixed_radii != 0u);
}

// Where in a run (first and end) a particle starts to look.
fn first_partner(i: u32, side: i32, slots: vec2u) -> u32 {
    if params.mixed_radii != 0u || side > 0 {
        return slots.x;
    }
    return select(slots.y, i + 1u, side == 0);
}

// Whether `i` and `j`, which is in a run at that side, touch and `i` owns the contact: a much smaller one, which cannot touch many
// that are larger; of two of about one size the earlier, row by row of the world, since of those around it about half are. So no
// disc owns more than five contacts, unless it is in a crowd that overlaps.
fn owns_contact(i: u32, particle: Particle, j: u32, other: Particle, side: i32) -> bool {
    let radii = vec2i(radius_of(particle.info), radius_of(other.info));
    let smaller = 9 * radii.x < 8 * radii.y;
    let larger = 8 * radii.x > 9 * radii.y;
    let earlier = select((i < j), side > 0, side != 0);
    let owns = smaller || (!larger && earlier);
    let one_moves = phase_of(particle.info) == LIVE || phase_of(other.info) == LIVE;
    let d = vec2f(particle.position - other.position);
    let reach = f32(radii.x + radii.y);
    return owns && one_moves && product(d.x, d.x) + product(d.y, d.y) < product(reach, reach);
}
