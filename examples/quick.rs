use jostle::{Simulation, cpu::CpuSolver, world::{World, spec::*}};
fn main() {
    let n: usize = std::env::args().nth(1).map_or(10_000, |s| s.parse().unwrap());
    let frames: u32 = std::env::args().nth(2).map_or(60, |s| s.parse().unwrap());
    let l = (1.6 * n as f64).sqrt().round();
    let w = 1.005; let cols = ((l - 1.0 - 0.5 * w) / w) as usize + 1;
    let particles = (0..n).map(|i| { let r = i / cols; ParticleSpec::at([0.5 + (i % cols) as f64 * w + (r % 2) as f64 * 0.5 * w, 0.505 + r as f64 * w * 3f64.sqrt() / 2.0], 0.5) }).collect();
    let spec = WorldSpec { size: [l, l], particles, ..Default::default() };
    let world = std::sync::Arc::new(World::new(&spec).unwrap());
    let mut sim = Simulation::new(world.clone(), Box::new(CpuSolver::new(&world, None).unwrap()));
    let t = std::time::Instant::now();
    for f in 0..frames { sim.step_frame().unwrap(); if f == 2 { println!("{:.1} M/s first 3", n as f64 * 24.0 / t.elapsed().as_secs_f64() / 1e6); } }
    println!("{:.1} M/s", n as f64 * 8.0 * frames as f64 / t.elapsed().as_secs_f64() / 1e6);
    for t in sim.step_timed(8).unwrap() { println!("{} {:.2} ms", t.name, t.milliseconds / 8.0); }
    let m = sim.measure().unwrap();
    println!("rms {:.4} max {:.3} overlap {:.5} {:.4} contacts {:.3} {:?}", m.rms_speed(&world.frame, 480.0), m.max_speed(&world.frame, 480.0), m.mean_overlap(), m.max_overlap(), m.contacts_per_particle(), sim.counters().unwrap());
}
