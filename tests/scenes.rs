use jostle::scene::{Overrides, Scene};
#[test]
fn smoke() {
    for name in Scene::names() {
        let scene = Scene::find(name).unwrap_or_else(|e| panic!("{e}"));
        println!("{name} {} {:?}", scene.default_particles(), scene.description());
        for n in [100, 300, 5000, 200_000] {
            match scene.world_spec(&Overrides { particles: Some(n), ..Default::default() }) {
                Ok(w) => println!("   {n} -> {} links {} size {:?}", w.particles.len(), w.links.len(), w.size),
                Err(e) => println!("   {n} -> {e}"),
            }
        }
    }
}
