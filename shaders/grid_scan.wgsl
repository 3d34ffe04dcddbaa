// One workgroup per tile of cell_counts. Second half of the exclusive prefix sum: every workgroup sums
// the totals of the tiles before its own (no workgroup waits for another), then scans its tile.
// Leaves cell_counts zero for the next substep. cell_starts gets one more entry than there are counts.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> cell_counts: array<u32>;
@group(0) @binding(2) var<storage, read> tile_totals: array<u32>;
@group(0) @binding(3) var<storage, read_write> cell_starts: array<u32>;

var<workgroup> before: atomic<u32>;
var<workgroup> sums: array<u32, SCAN_THREADS>;

@compute @workgroup_size(SCAN_THREADS)
fn grid_scan(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let tile = tile_index(group, groups);
    let count_length = params.cell_count + 1u;
    if thread == 0u {
        atomicStore(&before, 0u);
    }
    workgroupBarrier();

    var earlier = 0u;
    for (var k = thread; k < min(tile, (count_length + params.tile_length - 1u) / params.tile_length); k += SCAN_THREADS) {
        earlier += tile_totals[k];
    }
    atomicAdd(&before, earlier);

    // Each thread has a run of neighbouring counts.
    let run_length = params.tile_length / SCAN_THREADS;
    let first = min(tile * params.tile_length + thread * run_length, count_length);
    let end = min(first + run_length, count_length);
    var own = 0u;
    for (var k = first; k < end; k++) {
        own += cell_counts[k];
    }
    sums[thread] = own;
    workgroupBarrier();

    // Inclusive scan of the threads' sums (Hillis and Steele 1986).
    for (var reach = 1u; reach < SCAN_THREADS; reach *= 2u) {
        var lower = 0u;
        if thread >= reach {
            lower = sums[thread - reach];
        }
        workgroupBarrier();
        sums[thread] += lower;
        workgroupBarrier();
    }

    var start = atomicLoad(&before) + sums[thread] - own;
    for (var k = first; k < end; k++) {
        cell_starts[k] = start;
        start += cell_counts[k];
        cell_counts[k] = 0u;
    }
    if first < end && end == count_length {
        cell_starts[count_length] = start;
    }
}
