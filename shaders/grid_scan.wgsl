// SCAN_THREADS threads per tile of cell_counts. Second half of the exclusive prefix sum: the threads of a
// tile sum the totals of the tiles before it (none waits for another workgroup), then scan the tile.
// Leaves cell_counts zero for the next substep. Counts and starts are taken four at a time. Of a tile without any particle, as most of
// a box may be, counts are neither read nor written.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> cell_counts: array<vec4u>;
@group(0) @binding(2) var<storage, read> tile_totals: array<u32>;
@group(0) @binding(3) var<storage, read_write> cell_starts: array<vec4u>;

var<workgroup> sums: array<vec4u, SCAN_WORKGROUP>;

// A tile: its counts in fours, what they start from, and whether they are all zero.
struct Tile {
    first: u32,
    end: u32,
    before: u32,
    empty: bool,
}

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

    var before = 0u;
    for (var k = part; k < min(tile, tile_count); k += SCAN_THREADS) {
        before += tile_totals[k];
    }
    let first = min(tile * tile_fours, count_fours());
    let end = min(first + tile_fours, count_fours());
    let empty = tile_totals[min(tile, tile_count - 1u)] == 0u;
    if SCAN_THREADS == 1u {
        scan_alone(Tile(first, end, before, empty));
    } else {
        scan_together(Tile(first, end, sum_of_workgroup(thread, before), empty), thread);
    }
}

fn scan_alone(tile: Tile) {
    var start = tile.before;
    if tile.empty {
        for (var k = tile.first; k < tile.end; k++) {
            cell_starts[k] = vec4u(start);
        }
    } else {
        for (var k = tile.first; k < tile.end; k++) {
            let counts = cell_counts[k];
            cell_starts[k] = starts_from(start, counts);
            start += sum_of_four(counts);
            cell_counts[k] = vec4u(0u);
        }
    }
}

// Four strips at a time, in each of which threads beside each other take fours beside each other: each four is read once, and together
// they read and write what follows each other in memory.
fn scan_together(tile: Tile, thread: u32) {
    var before = tile.before;
    for (var strips = 0u; strips < params.tile_length / 4u; strips += 4u * SCAN_THREADS) {
        let k = vec4u(tile.first + strips + thread) + SCAN_THREADS * vec4u(0u, 1u, 2u, 3u);
        let a = counts_of(tile, k.x);
        let b = counts_of(tile, k.y);
        let c = counts_of(tile, k.z);
        let d = counts_of(tile, k.w);
        let runs = scanned(thread, vec4u(sum_of_four(a), sum_of_four(b), sum_of_four(c), sum_of_four(d)));
        let starts = starts_from(before, runs.all);
        write_starts(tile, k.x, starts.x + runs.before.x, a);
        write_starts(tile, k.y, starts.y + runs.before.y, b);
        write_starts(tile, k.z, starts.z + runs.before.z, c);
        write_starts(tile, k.w, starts.w + runs.before.w, d);
        before += sum_of_four(runs.all);
    }
}

fn counts_of(tile: Tile, k: u32) -> vec4u {
    if tile.empty || k >= tile.end {
        return vec4u(0u);
    }
    return cell_counts[k];
}

fn write_starts(tile: Tile, k: u32, start: u32, counts: vec4u) {
    if k < tile.end {
        cell_starts[k] = starts_from(start, counts);
        if !tile.empty {
            cell_counts[k] = vec4u(0u);
        }
    }
}

fn sum_of_four(a: vec4u) -> u32 {
    return a.x + a.y + a.z + a.w;
}

// Where each of four starts that follow each other.
fn starts_from(start: u32, counts: vec4u) -> vec4u {
    let second = start + counts.x;
    let third = second + counts.y;
    return vec4u(start, second, third, third + counts.z);
}

// The sum of one value of each thread (one tile a workgroup).
fn sum_of_workgroup(thread: u32, value: u32) -> u32 {
    sums[thread].x = value;
    workgroupBarrier();
    for (var half = SCAN_WORKGROUP / 2u; half > 0u; half /= 2u) {
        if thread < half {
            sums[thread].x += sums[elsewhere(thread + half)].x;
        }
        workgroupBarrier();
    }
    let sum = sums[elsewhere(0u)].x;
    workgroupBarrier();
    return sum;
}

// Of four values of each thread: the sums of those before it, and of all.
struct Scanned {
    before: vec4u,
    all: vec4u,
}

// An inclusive scan (Hillis and Steele 1986) less one's own.
fn scanned(thread: u32, own: vec4u) -> Scanned {
    sums[thread] = own;
    workgroupBarrier();
    for (var reach = 1u; reach < SCAN_WORKGROUP; reach *= 2u) {
        var lower = vec4u(0u);
        if thread >= reach {
            lower = sums[elsewhere(thread - reach)];
        }
        workgroupBarrier();
        sums[thread] += lower;
        workgroupBarrier();
    }
    let result = Scanned(sums[thread] - own, sums[elsewhere(SCAN_WORKGROUP - 1u)]);
    workgroupBarrier();
    return result;
}
