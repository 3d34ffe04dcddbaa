// One workgroup per tile of cell_counts. First half of the exclusive prefix sum: the sum of each tile.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cell_counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> tile_totals: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(SCAN_THREADS)
fn grid_scan_tiles(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let tile = tile_index(group, groups);
    if thread == 0u {
        atomicStore(&total, 0u);
    }
    workgroupBarrier();
    let first = tile * params.tile_length;
    let end = min(first + params.tile_length, params.cell_count + 1u);
    var sum = 0u;
    for (var k = first + thread; k < end; k += SCAN_THREADS) {
        sum += cell_counts[k];
    }
    atomicAdd(&total, sum);
    workgroupBarrier();
    if thread == 0u && first < params.cell_count + 1u {
        tile_totals[tile] = atomicLoad(&total);
    }
}
