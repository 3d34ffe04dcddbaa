// SCAN_THREADS threads per tile of cell_counts. Second half of the exclusive prefix sum: the threads of a
// tile sum the totals of the tiles before it (none waits for another workgroup), then scan the tile.
// Leaves cell_counts zero for the next substep. Counts and starts are taken four at a time. Of a tile without any particle, as most of
// a box may be, counts are neither read nor written.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> cell_counts: array<vec4u>;
@group(0) @binding(2) var<storage, read> tile_totals: array<u32>;
@group(0) @binding(3) var<storage, read_write> cell_starts: array<vec4u>;

var<workgroup> sums: array<u32, SCAN_WORKGROUP>;

// Counts of a run, in fours: 64 bytes, so that a strip is as large as a cache of the first level at most.
const FOURS_IN_RUN = 4u;

@compute @workgroup_size(SCAN_WORKGROUP)
fn grid_scan(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let tile = tile_index(group, groups, thread);
    let part = thread % SCAN_THREADS;
    let tile_fours = params.tile_length / 4u;
    let tile_count = (count_fours() + tile_fours - 1u) / tile_fours;

    let tile_first = min(tile * tile_fours, count_fours());
    let tile_end = min(tile_first + tile_fours, count_fours());

    var before = 0u;
    for (var k = part; k < min(tile, tile_count); k += SCAN_THREADS) {
        before += tile_totals[k];
    }
    if SCAN_THREADS > 1u {
        before = sum_of_workgroup(thread, before);
    }

    let empty = tile_totals[min(tile, tile_count - 1u)] == 0u;

    // Strip by strip each thread has a run of neighbouring counts: together they read what follows each other in memory.
    let run_length = select(FOURS_IN_RUN, tile_fours, SCAN_THREADS == 1u);
    for (var strip = 0u; strip < tile_fours; strip += SCAN_THREADS * run_length) {
        let first = min(tile_first + strip + part * run_length, tile_end);
        let end = min(first + run_length, tile_end);
        var start = before;
        if SCAN_THREADS > 1u {
            let runs = runs_of_strip(thread, first, select(end, first, empty));
            start += runs.x;
            before += runs.y;
        }
        if empty {
            for (var k = first; k < end; k++) {
                cell_starts[k] = vec4u(start);
            }
        } else {
            for (var k = first; k < end; k++) {
                let counts = cell_counts[k];
                let second = start + counts.x;
                let third = second + counts.y;
                let fourth = third + counts.z;
                cell_starts[k] = vec4u(start, second, third, fourth);
                start = fourth + counts.w;
                cell_counts[k] = vec4u(0u);
            }
        }
    }
}

// The sum of one value of each thread (one tile a workgroup).
fn sum_of_workgroup(thread: u32, value: u32) -> u32 {
    sums[thread] = value;
    workgroupBarrier();
    for (var half = SCAN_WORKGROUP / 2u; half > 0u; half /= 2u) {
        if thread < half {
            sums[thread] += sums[thread + half];
        }
        workgroupBarrier();
    }
    let sum = sums[0];
    workgroupBarrier();
    return sum;
}

// The counts in the runs of the threads before this one, an inclusive scan (Hillis and Steele 1986) less its own; and those of
// the strip.
fn runs_of_strip(thread: u32, first: u32, end: u32) -> vec2u {
    var four = vec4u(0u);
    for (var k = first; k < end; k++) {
        four += cell_counts[k];
    }
    let own = four.x + four.y + four.z + four.w;
    sums[thread] = own;
    workgroupBarrier();
    for (var reach = 1u; reach < SCAN_WORKGROUP; reach *= 2u) {
        var lower = 0u;
        if thread >= reach {
            lower = sums[thread - reach];
        }
        workgroupBarrier();
        sums[thread] += lower;
        workgroupBarrier();
    }
    let runs = vec2u(sums[thread] - own, sums[SCAN_WORKGROUP - 1u]);
    workgroupBarrier();
    return runs;
}
