// One thread per block of 2×2 cells of a colour. The first sweep of a substep: changes displacements so that
// discs do not approach, and leave a part of their overlap. The impulse of a contact leaks a little, so
// that a resting contact settles where its overlap is its impulse over the contact stiffness. Deep overlaps are taken out of the
// positions, too.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> stage: Stage;
@group(0) @binding(3) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> contacts: array<vec2u>;
@group(0) @binding(7) var<storage, read> chains: array<u32>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(SWEEP_WORKGROUP)
fn push_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_block(block_index(id, groups), (substep.index & 1u) != 0u);
}

// Of discs that bounce, those that are free do so now. The others do so in the sweeps after motion: here contacts that have been given
// back what they carry throw them about.
fn solved(m: Meeting) -> Solved {
    let after = after_push(m.mass, m.speed, m.gap, m.impulse);
    let hit = bounces(params.restitution, m.speed, m.gap, m.mass, m.impulse);
    let kept = select(after, m.impulse, hit && (m.at_ease || just_met(m.speed, m.gap)));
    let rebound = select(m.speed, thrown_apart(m.speed, m.gap, m.half, m.half, params.restitution), hit && m.at_ease);
    return Solved(kept, whole(kept - m.impulse) + product(m.mass, rebound - m.speed));
}

// Before motion: neither disc is loaded.
fn are_at_ease(this_one: Particle, other: Particle) -> bool {
    return are_free(this_one, other);
}

fn parted(pair: Pair, apart: Separation, mass: f32, impulse: f32) -> Pair {
    let way = parting(apart.gap, pair.ours.particle, pair.theirs.particle);
    if way == 0.0 || !may_part(true, pair.ours.displacement, pair.theirs.displacement, apart.gap, mass, impulse) {
        return pair;
    }
    let part = impulse_change(product(mass, way), apart.normal);
    return Pair(put_apart(pair.ours, part), put_apart(pair.theirs, -part));
}

fn put_apart(disc: Disc, part: vec2i) -> Disc {
    let live = phase_of(disc.particle.info) == LIVE;
    return Disc(moved(disc.particle, select(vec2i(0), part, live)), disc.displacement);
}

// Contacts are counted here. Where they are not, only particles that are parted change: on hardware writing all takes a fifth of the pass.
fn touched(i: u32, before: Particle, particle: Particle, count: u32) {
    let after = words_of(counted(particle, count));
    if any(after != words_of(before)) {
        particles[i] = after;
    }
}
