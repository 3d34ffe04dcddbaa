//! One substep, whole and pass by pass, on the CPU backend and on each GPU adapter. See `README.md`.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jostle::gpu::context::{Context, adapters, instance};
use jostle::steps::Step;
use jostle::world::World;
use jostle::world::spec::{LinkSpec, ParticleSpec, WorldSpec};
use jostle::{Backend, Simulation};

/// Substeps before measuring: the heap has met its load and its particles are in cell order.
const SETTLING: u32 = 240;

/// Substeps handed to a backend at once, a frame's worth.
const BATCH: u64 = 8;

/// A heap of discs of diameter 1 on a staggered lattice, as a settled pile has them.
fn heap(count: usize) -> WorldSpec {
    let side = (1.6 * count as f64).sqrt().round();
    let columns = (side - 1.5) as usize;
    let place = |i: usize| {
        let (row, column) = ((i / columns) as f64, (i % columns) as f64);
        [0.5 + column * 1.005 + (row % 2.0) * 0.5, 0.505 + row * 0.87]
    };
    let particles = (0..count).map(|i| ParticleSpec::at(place(i), 0.5)).collect();
    WorldSpec { size: [side + 1.0, side + 1.0], particles, ..WorldSpec::default() }
}

/// A square net that hangs by its upper edge, each disc linked right and up.
fn net(count: usize) -> WorldSpec {
    let columns = (count as f64).sqrt() as usize;
    let side = columns as f64 * 1.2;
    let particles = (0..columns * columns)
        .map(|i| {
            let place = [0.6 + 1.2 * (i % columns) as f64, 0.6 + side / 4.0 + 1.2 * (i / columns) as f64];
            ParticleSpec { pinned: i / columns == columns - 1, ..ParticleSpec::at(place, 0.5) }
        })
        .collect();
    let link = |a: usize, b: usize| LinkSpec::between([a as u32, b as u32], 1.2);
    let right = (0..columns * columns).filter(|i| i % columns < columns - 1).map(|i| link(i, i + 1));
    let up = (0..columns * (columns - 1)).map(|i| link(i, i + columns));
    WorldSpec { size: [side, side * 1.3], particles, links: right.chain(up).collect(), ..WorldSpec::default() }
}

/// The CPU backend and every adapter that opens, by a name that fits a folder.
fn backends() -> Vec<(String, Backend)> {
    let mut all = vec![("cpu".to_string(), Backend::cpu(None))];
    for adapter in adapters(&instance()) {
        match Context::open(&adapter) {
            Ok(context) => all.push((format!("{} {}", context.info.name, context.info.api), Backend::Gpu(context))),
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    all
}

fn settled(spec: &WorldSpec, backend: &Backend) -> Result<Simulation, Box<dyn std::error::Error>> {
    let mut simulation = Simulation::start(World::new(spec)?, backend)?;
    simulation.step(SETTLING)?;
    simulation.solver().wait()?;
    Ok(simulation)
}

/// Wall time of whole substeps, until the backend has finished them.
fn time_substeps(simulation: &mut Simulation, count: u64) -> Duration {
    let start = Instant::now();
    let mut left = count;
    while left > 0 {
        let batch = left.min(BATCH);
        simulation.step(batch as u32).expect("the backend runs");
        left -= batch;
    }
    simulation.solver().wait().expect("the backend finishes");
    start.elapsed()
}

/// Time of one pass over this many substeps: timestamps on a GPU that has them, else the host's clock.
fn time_pass(simulation: &mut Simulation, pass: &str, count: u64) -> Duration {
    let times = simulation.step_timed(count as u32).expect("the backend runs");
    let milliseconds = times.iter().filter(|time| time.name == pass).map(|time| time.milliseconds).sum::<f64>();
    Duration::from_secs_f64(milliseconds / 1e3)
}

/// A simulation that settles when it is first measured, so that a benchmark left out by name costs nothing.
struct Lazy<'a> {
    spec: &'a WorldSpec,
    backend: &'a Backend,
    simulation: Option<Simulation>,
}

impl Lazy<'_> {
    fn get(&mut self) -> &mut Simulation {
        let make = || settled(self.spec, self.backend).unwrap_or_else(|error| panic!("{error} (leave it out by name)"));
        self.simulation.get_or_insert_with(make)
    }
}

fn bench_world(criterion: &mut Criterion, name: &str, spec: &WorldSpec, backends: &[(String, Backend)]) {
    let count = spec.particles.len();
    for (backend_name, backend) in backends {
        let mut lazy = Lazy { spec, backend, simulation: None };
        let mut group = criterion.benchmark_group(format!("{name}/{backend_name}"));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("substep", count), |b| b.iter_custom(|n| time_substeps(lazy.get(), n)));
        for pass in pass_names(spec) {
            group.bench_function(BenchmarkId::new(pass, count), |b| b.iter_custom(|n| time_pass(lazy.get(), pass, n)));
        }
        group.finish();
    }
}

/// The passes of a substep, each once.
fn pass_names(spec: &WorldSpec) -> Vec<&'static str> {
    let mut names = Vec::new();
    for step in World::new(spec).expect("a valid world").substep_list() {
        if let Step::Dispatch(pass) = step
            && !names.contains(&pass.name)
        {
            names.push(pass.name);
        }
    }
    names
}

fn substep(criterion: &mut Criterion) {
    let backends = backends();
    for count in [10_000, 100_000] {
        bench_world(criterion, "heap", &heap(count), &backends);
        bench_world(criterion, "net", &net(count), &backends);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = substep
}
criterion_main!(benches);
