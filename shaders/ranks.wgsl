// Counting particles into their cells, each of which gives its particles ranks. Joined to the passes that bind cell counts and ranks.
// cell_counts is zero before the first particle is counted. The order of ranks inside a cell is free; nothing downstream may depend on it.
//
// Particles that are absent, not born yet or removed, count into the overflow cell behind the last one, so that the sort itself takes
// them out of the way. They may be a million, and hardware takes additions to one place whose results are asked for one after the
// other. So a workgroup counts those of its own first and adds their number to that cell at once. Software adapters pay more for
// barriers than for additions, and where nobody comes or leaves by itself nobody is waited for. Twins, which count as threads of a CPU do:
// src/cpu/grid_count.rs.

// Where a thread counts that has no particle.
const NOWHERE = 0xFFFFFFFFu;

// The absent ones of a workgroup; then the rank of the first of them.
var<workgroup> absent: atomic<u32>;

// Counts particle i into its cell and keeps its rank there. Every thread of a workgroup has to come here: there are barriers.
fn count_in(cell: u32, i: u32, thread: u32) {
    if ABSENT_TOGETHER {
        count_together(cell, i, thread);
    } else if cell != NOWHERE {
        ranks[i] = atomicAdd(&cell_counts[cell], 1u);
    }
}

fn count_together(cell: u32, i: u32, thread: u32) {
    if thread == 0u {
        atomicStore(&absent, 0u);
    }
    workgroupBarrier();
    let is_absent = cell == params.cell_count;
    var rank = 0u;
    if is_absent {
        rank = atomicAdd(&absent, 1u);
    } else if cell != NOWHERE {
        rank = atomicAdd(&cell_counts[cell], 1u);
    }
    workgroupBarrier();
    if thread == 0u {
        let count = atomicLoad(&absent);
        if count > 0u {
            atomicStore(&absent, atomicAdd(&cell_counts[params.cell_count], count));
        }
    }
    workgroupBarrier();
    if is_absent {
        rank += atomicLoad(&absent);
    }
    if cell != NOWHERE {
        ranks[i] = rank;
    }
}
