// One thread per block of 2×2 cells of a colour. The first sweep of a substep over rough discs: as push_contacts along
// the normal, and rims stop slipping as far as friction lets them.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> stage: Stage;
@group(0) @binding(3) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(6) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(7) var<storage, read_write> contacts: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> tangents: array<f32>;
@group(0) @binding(9) var<storage, read> chains: array<u32>;
@group(0) @binding(10) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(SWEEP_WORKGROUP)
fn push_rough_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_block(block_index(id, groups), (substep.index & 1u) != 0u);
}

const GIVES_BACK = false;

// Who bounces does so now or in the sweeps after motion, as with discs that are alike.
fn solved(m: Meeting) -> Solved {
    if m.bounces && !m.at_ease && just_met(m.speed, m.gap) {
        return Solved(m.impulse, vec2f(0.0));
    }
    let pushed = after_push(m.mass, m.speed, m.gap, m.impulse.x);
    let thrown = m.bounces && m.at_ease;
    let rebound = select(m.speed, thrown_apart(m.speed, m.gap, m.half, m.half, m.restitution), thrown);
    return rubbed(m, select(pushed, m.impulse.x, thrown), product(m.mass, rebound - m.speed));
}

// Before motion: neither disc is loaded.
fn are_at_ease(this_one: Particle, other: Particle) -> bool {
    return are_free(this_one, other);
}

fn parted(pair: Pair, apart: Separation, mass: f32, impulse: f32) -> Pair {
    let ours = pair.ours;
    let theirs = pair.theirs;
    let way = parting(apart.gap, ours.particle, theirs.particle);
    let near = are_near(mass, vec2f(ours.body.inverse_mass, theirs.body.inverse_mass));
    if way == 0.0 || !may_part(near, ours.displacement, theirs.displacement, apart.gap, mass, impulse) {
        return pair;
    }
    let part = product(mass, way);
    return Pair(put_apart(ours, part, apart.normal, 1), put_apart(theirs, part, apart.normal, -1));
}

fn put_apart(disc: Disc, part: f32, normal: vec2f, side: i32) -> Disc {
    let way = side * rough_change(vec2f(part, 0.0), disc.body.inverse_mass, normal);
    return Disc(moved(disc.particle, way), disc.displacement, disc.body);
}

// Contacts are counted here. Where they are not, only particles that are parted change: on hardware writing all takes a fifth of the pass.
fn touched(i: u32, before: Particle, particle: Particle, count: u32) {
    let after = words_of(counted(particle, count));
    if any(after != words_of(before)) {
        particles[i] = after;
    }
}
