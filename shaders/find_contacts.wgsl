// One thread per particle. Lists the contacts that it owns: of two discs the smaller owns their contact, of two
// alike the earlier slot. A contact that was listed in the last substep keeps its impulse. A particle that owns
// more than a list holds is marked as crowded, and a sweep looks for the rest itself. Also tells by id where the
// sort put each particle.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(3) var<storage, read> sources: array<u32>;
@group(0) @binding(4) var<storage, read> targets: array<u32>;
@group(0) @binding(5) var<storage, read> contacts: array<ContactRow>;
@group(0) @binding(6) var<storage, read_write> contacts_next: array<ContactRow>;
@group(0) @binding(7) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particles[i];
    if particle.id < arrayLength(&slots) {
        slots[particle.id] = i;
    }
    var count = 0u;
    var last = NO_PARTNER;
    var crowded = false;
    if phase_of(particle.info) < UNBORN {
        let cell = cell_coords(particle.position);
        for (var row = first_row(); row <= 1; row++) {
            let cells = neighbour_run(cell, row);
            let end = cell_starts[cells.y];
            for (var j = first_partner(i, row, cell_starts[cells.x]); j < end; j++) {
                if !owns_contact(i, particle, j, particles[j]) {
                    continue;
                }
                if count < CONTACTS_PER_PARTICLE {
                    contacts_next[i * CONTACTS_PER_PARTICLE + count] = ContactRow(j, remembered_impulse(i, j));
                    last = j;
                    count++;
                } else {
                    crowded = true;
                }
            }
        }
    }
    for (var k = count; k < CONTACTS_PER_PARTICLE; k++) {
        contacts_next[i * CONTACTS_PER_PARTICLE + k] = ContactRow(NO_PARTNER, 0.0);
    }
    if crowded {
        contacts_next[i * CONTACTS_PER_PARTICLE + CONTACTS_PER_PARTICLE - 1u].partner = last | CROWDED;
    }
}

// The impulse of this contact in the last substep: either of the two may have owned it.
fn remembered_impulse(i: u32, j: u32) -> f32 {
    return min(max(listed_impulse(i, j), listed_impulse(j, i)), params.most_impulse);
}

fn listed_impulse(owner: u32, partner: u32) -> f32 {
    let first = sources[owner] * CONTACTS_PER_PARTICLE;
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        let row = contacts[k];
        if row.partner == NO_PARTNER {
            break;
        }
        if targets[row.partner & ~CROWDED] == partner {
            return row.impulse;
        }
    }
    return 0.0;
}
