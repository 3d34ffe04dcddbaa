// What a contact carried in the last substep, and how crowded it is where there is no list for it. Joined to the passes that
// list contacts. Twin: src/cpu/memory.rs.

// Either of the two may have owned their contact.
fn remembered_impulse(i: u32, j: u32) -> f32 {
    var impulse = listed_impulse(i, j);
    if impulse < 0.0 {
        impulse = max(listed_impulse(j, i), 0.0);
    }
    return unless_faint(min(impulse, params.most_impulse));
}

// The impulse of a contact in the list of a particle; negative if it is not there. Lists are as they were in the last
// substep, and so are the places in them.
fn listed_impulse(owner: u32, partner: u32) -> f32 {
    let first = sources[owner] * CONTACTS_PER_PARTICLE;
    let wanted = sources[partner];
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        let row = contact_of(contacts[k]);
        if row.partner == wanted {
            return row.impulse;
        }
    }
    return -1.0;
}

// The share of their approach that a contact of two discs without a list takes, with its mass.
fn share_in_crowd(particle: Particle, other: Particle, mass: f32) -> f32 {
    if own_crowd == 0u {
        own_crowd = crowd_around(cell_of(particle));
    }
    let cell = cell_of(other);
    if met_crowd == 0u || any(cell != met_cell) {
        met_cell = cell;
        met_crowd = crowd_around(cell);
    }
    let crowd = f32(max(own_crowd, met_crowd));
    return product(mass, inverse_root(product(crowd, crowd)));
}

// What this thread has counted: the crowd around its particle, and around the cell of the last partner that it met. Partners come
// cell by cell; to count for each of them would take more rounds of loops than some adapters make (llvmpipe: 65,535 in a thread).
var<private> own_crowd: u32;
var<private> met_crowd: u32;
var<private> met_cell: vec3i;

// Column, row and level, of the world.
fn cell_of(particle: Particle) -> vec3i {
    let level = level_of(particle.info);
    return vec3i(world_cell(level, particle.position), i32(level));
}

// At least as many particles as one in that cell may touch, itself among them: those in the cells around it in its own level of
// the grid and in every coarser one, and in the cells of finer ones that a disc of its level reaches from anywhere in it. In a
// folded grid with those from afar.
fn crowd_around(cell: vec3i) -> u32 {
    let own_level = u32(cell.z);
    let low = cell.xy << vec2u(params.cell_bits - own_level);
    if LEVELS == 1u {
        return count_around(low, 0u);
    }
    var count = 0u;
    for (var level = 0u; level <= own_level; level++) {
        count += count_around(low, level);
    }
    let edge = i32(1u << (params.cell_bits - own_level));
    for (var level = own_level + 1u; level < LEVELS; level++) {
        let reached = reached_from(level, low, low + edge - 1, edge >> 1u);
        for (var y = reached.low.y; y <= reached.high.y; y++) {
            for (var part = 0; part < first_run(1); part++) {
                let cells = reached_run(level, reached, y, part);
                count += cell_starts[cells.y] - cell_starts[cells.x];
            }
        }
    }
    return count;
}

// All cells around, reached or not: what is counted decides how much a contact takes.
fn count_around(position: vec2i, level: u32) -> u32 {
    let cell = cell_coords(level, position);
    var count = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        let cells = neighbour_run(level, cell, run).cells;
        count += cell_starts[cells.y] - cell_starts[cells.x];
    }
    return count;
}
