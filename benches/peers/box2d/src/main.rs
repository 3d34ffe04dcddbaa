// Headless Box2D v3 driver.
// usage: box2d-driver SCENE WARM FRAMES OUT THREADS STEPS_PER_FRAME SOLVER_SUBSTEPS [GRAVITY=10]
use boxdd::{BodyBuilder, BodyType, Foundation, Position, ShapeDef, SurfaceMaterial, Vec2, WorkerCount, WorldBuilder, shapes};
use std::{io::Write, time::Instant};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a: Vec<String> = std::env::args().collect();
    let b = std::fs::read(&a[1])?;
    let n = u32::from_le_bytes(b[0..4].try_into()?) as usize;
    let f = |i: usize| f32::from_le_bytes(b[i..i + 4].try_into().unwrap());
    let l = f(4);
    let num = |i: usize, d: f32| a.get(i).map(|s| s.parse().unwrap()).unwrap_or(d);
    let (warm, frames, threads, steps, substeps) = (num(2, 10.) as usize, num(3, 60.) as usize, num(5, 2.) as u32, num(6, 1.) as usize, num(7, 8.) as i32);
    let foundation = Foundation::initialize_default()?;
    let def = WorldBuilder::from(foundation.world_def()).gravity(Vec2::new(0.0, -num(8, 10.))).enable_sleep(false).worker_count(WorkerCount::new(threads)?).build()?;
    let mut w = foundation.create_world(def)?;
    let smooth = ShapeDef::builder().density(1.0).material(SurfaceMaterial::default().with_friction(0.0)?.with_restitution(0.0)?).build()?;
    let t = 5.0;
    for (x, y, hx, hy) in [(l / 2., -t / 2., l / 2. + t, t / 2.), (l / 2., l + t / 2., l / 2. + t, t / 2.), (-t / 2., l / 2., t / 2., l / 2. + t), (l + t / 2., l / 2., t / 2., l / 2. + t)] {
        let id = w.create_body(BodyBuilder::from(foundation.body_def()).position(Position::new(x, y)).build()?)?;
        w.body(id)?.create_polygon(&smooth, &shapes::box_polygon(hx, hy)?)?;
    }
    let disc = shapes::circle(Vec2::new(0.0, 0.0), 0.5)?;
    let mut h = Vec::with_capacity(n);
    for i in 0..n {
        let at = Position::new(f(8 + 8 * i), f(12 + 8 * i));
        let id = w.create_body(BodyBuilder::from(foundation.body_def()).body_type(BodyType::Dynamic).position(at).build()?)?;
        w.body(id)?.create_circle(&smooth, &disc)?;
        h.push(id);
    }
    let mut ms = vec![];
    for k in 0..warm + frames {
        let t0 = Instant::now();
        for _ in 0..steps {
            let _events = w.step(1.0 / 60.0 / steps as f32, substeps)?;
        }
        if k >= warm {
            ms.push(t0.elapsed().as_secs_f64() * 1e3);
        }
    }
    let mut o = std::io::BufWriter::new(std::fs::File::create(&a[4])?);
    o.write_all(&b[0..8])?;
    let (mut mv, mut sq) = (0f32, 0f64);
    for &i in &h {
        let r = w.body(i)?;
        let (x, v) = (r.position()?, r.linear_velocity()?);
        mv = mv.max(v.x.hypot(v.y));
        sq += (v.x * v.x + v.y * v.y) as f64;
        o.write_all(&x.x.to_le_bytes())?;
        o.write_all(&x.y.to_le_bytes())?;
    }
    drop(o);
    ms.sort_by(|a, b| a.total_cmp(b));
    println!("{{\"median_ms\": {:.4}, \"min_ms\": {:.4}, \"p90_ms\": {:.4}, \"max_speed\": {:.3}, \"rms_speed\": {:.6}}}", ms[ms.len() / 2], ms[0], ms[ms.len() * 9 / 10], mv, (sq / n as f64).sqrt());
    Ok(())
}
