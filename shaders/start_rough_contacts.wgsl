// One thread per block of 2×2 cells of a colour. Gives the discs of each contact the impulses that it had in the last
// substep: the warm start of the sweeps that follow.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> stage: Stage;
@group(0) @binding(3) var<storage, read> particles: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(6) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(7) var<storage, read_write> contacts: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> tangents: array<f32>;
@group(0) @binding(9) var<storage, read> chains: array<u32>;
@group(0) @binding(10) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(SWEEP_WORKGROUP)
fn start_rough_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_block(block_index(id, groups), (substep.index & 1u) != 0u);
}

// Nothing is solved.
const GIVES_BACK = true;

fn solved(m: Meeting) -> Solved {
    return Solved(m.impulse, m.impulse);
}

// Nothing bounces here.
fn are_at_ease(this_one: Particle, other: Particle) -> bool {
    return true;
}

// Only sweeps that push part discs.
fn parted(pair: Pair, apart: Separation, mass: f32, impulse: f32) -> Pair {
    return pair;
}

fn touched(i: u32, before: Particle, particle: Particle, count: u32) {}
