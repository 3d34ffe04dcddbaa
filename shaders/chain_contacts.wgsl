// One thread per particle, where the grid has several levels. Links the contacts that it has with discs of finer levels, which own
// them, to a chain, so that a sweep finds them: level by level and row by row in odd substeps, in the reverse order in even ones. A
// row that is in no chain says so.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(4) var<storage, read> contacts: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> chains: array<u32>;

// The chain so far: where its first and its last row stand.
struct Chain {
    first: u32,
    last: u32,
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn chain_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    let own_level = level_of(particle.info);
    let slots = level_slots(own_level);
    for (var row = i * CONTACTS_PER_PARTICLE; row < (i + 1u) * CONTACTS_PER_PARTICLE; row++) {
        let partner = partner_of(contacts[row]);
        if partner < slots.y || partner == NO_PARTNER {
            chains[link_of(row)] = NO_PARTNER;
        }
    }
    var chain = Chain(NO_PARTNER, NO_PARTNER);
    let levels = select(LEVELS, 0u, phase_of(particle.info) >= UNBORN);
    for (var level = own_level + 1u; level < levels; level++) {
        let reached = reached_cells(level, particle);
        for (var y = reached.low.y; y <= reached.high.y; y++) {
            for (var part = 0; part < first_run(1); part++) {
                let cells = reached_run(level, reached, y, part);
                let end = cell_starts[cells.y];
                for (var j = cell_starts[cells.x]; j < end; j++) {
                    chain_row(&chain, i, j, slots.x);
                }
            }
        }
    }
    chains[chain_of(i)] = chain.first;
}

// Adds the contact of a finer disc with this one, if there is one in its list. Lists have partners of coarser levels first.
fn chain_row(chain: ptr<function, Chain>, i: u32, j: u32, first_slot: u32) {
    for (var row = j * CONTACTS_PER_PARTICLE; row < (j + 1u) * CONTACTS_PER_PARTICLE; row++) {
        let partner = partner_of(contacts[row]);
        if partner == i {
            add_row(chain, row);
        }
        if partner == i || partner == NO_PARTNER || partner < first_slot {
            return;
        }
    }
}

fn add_row(chain: ptr<function, Chain>, row: u32) {
    if (substep.index & 1u) == 0u {
        chains[link_of(row)] = (*chain).first;
        (*chain).first = row;
        return;
    }
    chains[link_of(row)] = NO_PARTNER;
    if (*chain).first == NO_PARTNER {
        (*chain).first = row;
    } else {
        chains[link_of((*chain).last)] = row;
    }
    (*chain).last = row;
}
