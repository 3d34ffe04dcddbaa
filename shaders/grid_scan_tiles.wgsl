// SCAN_THREADS threads per tile of cell_counts, which are read four at a time. First half of the exclusive prefix sum: the sum of
// each tile.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cell_counts: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> tile_totals: array<u32>;

var<workgroup> sums: array<u32, SCAN_WORKGROUP>;

@compute @workgroup_size(SCAN_WORKGROUP)
fn grid_scan_tiles(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let tile = tile_index(group, groups, thread);
    let first = min(tile * (params.tile_length / 4u), count_fours());
    let end = min(first + params.tile_length / 4u, count_fours());
    let part = thread % SCAN_THREADS;
    var four = vec4u(0u);
    for (var k = first + part; k < end; k += SCAN_THREADS) {
        four += cell_counts[k];
    }
    var sum = four.x + four.y + four.z + four.w;
    if SCAN_THREADS > 1u {
        sums[thread] = sum;
        workgroupBarrier();
        for (var half = SCAN_THREADS / 2u; half > 0u; half /= 2u) {
            if part < half {
                sums[thread] += sums[elsewhere(thread + half)];
            }
            workgroupBarrier();
        }
        sum = sums[thread];
    }
    if part == 0u && first < end {
        tile_totals[tile] = sum;
    }
}
