//! Materials: what they say, what they leave to the world, and what is refused.

use super::{WORLD, assert_error, assert_error_in};
use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::world::spec::{MaterialSpec, WorldSpec};

const LEAD: &str = "[[material]]\nname = \"lead\"\n";
const DISC: &str = "[[disc]]\nat = [50, 50]\n";

fn spec(text: &str) -> WorldSpec {
    Scene::from_toml("good.toml", &format!("{WORLD}{text}"), None).unwrap().world_spec(&Overrides::default()).unwrap()
}

#[test]
fn a_material_has_what_it_says_and_the_rest_from_the_world() {
    let spec = spec(&format!(
        "friction = 0.25\ndensity = 2\n{LEAD}density = 11.3\nrestitution = 0.1\n[[material]]\nname = \"ball\"\nmass = 3\n{DISC}"
    ));
    let lead = MaterialSpec { density: 11.3, mass: None, friction: 0.25, restitution: 0.1 };
    let ball = MaterialSpec { density: 2.0, mass: Some(3.0), friction: 0.25, restitution: 0.0 };
    assert_eq!(spec.materials, [lead, ball]);
    assert_eq!((spec.material(0).density, spec.material(2)), (2.0, ball));
    assert_eq!(ball.mass_of(7.0), 3.0);
    assert!((lead.mass_of(2.0) - 11.3 * 4.0 * std::f64::consts::PI).abs() < 1e-9);
}

#[test]
fn every_shape_takes_the_material_that_it_names() {
    let shapes = [
        "[[disc]]\nat = [50, 50]\n",
        "[[block]]\nfrom = [0, 0]\nto = [10, 10]\n",
        "[[lattice]]\nfrom = [0, 0]\nto = [50, 50]\ncount = 50\n",
        "[[cluster]]\nat = [50, 50]\ncount = 9\n",
        "[[rope]]\nfrom = [5, 5]\nto = [15, 5]\n",
        "[[cloth]]\nfrom = [5, 5]\nto = [15, 15]\n",
        "[[soft_squares]]\nfrom = [0, 0]\nto = [20, 20]\nsize = [3, 3]\n",
        "[[emitter]]\nfrom = [5, 60]\nto = [15, 60]\nspeed = 10\nrate = 10\ncount = 20\n",
        "[[particles]]\nlist = [{ at = [5, 5] }]\n",
    ];
    for shape in shapes {
        let named = spec(&format!("{LEAD}{shape}material = \"lead\"\n[[disc]]\nat = [70, 70]\n"));
        let lead = named.particles.iter().filter(|particle| particle.material == 1).count();
        assert_eq!(lead, named.particles.len() - 1, "{shape}");
        assert!(spec(&format!("{LEAD}{shape}")).particles.iter().all(|particle| particle.material == 0));
    }
}

#[test]
fn an_obstacle_and_its_copies_take_the_material_that_they_name() {
    let obstacles = "[[obstacle]]\ncircle = { at = [20, 20], radius = 1 }\nrepeat = { to = [40, 20], step = [10, 4] }\nmaterial = \"lead\"\n\
                     [[obstacle]]\ncircle = { at = [70, 20], radius = 1 }\n";
    let spec = spec(&format!("{LEAD}{DISC}{obstacles}"));
    assert_eq!(spec.obstacles.iter().map(|obstacle| obstacle.material).collect::<Vec<_>>(), [1, 1, 1, 0]);
    assert!(!spec.is_rough(), "discs are alike");
}

#[test]
fn only_worlds_whose_discs_differ_or_rub_have_bodies() {
    let rough = |text: &str| World::new(&spec(text)).unwrap().is_rough();
    assert!(!rough(DISC) && !rough(&format!("restitution = 0.5\ndensity = 3\n{DISC}")));
    assert!(rough(&format!("friction = 0.1\n{DISC}")));
    let with = |material: &str| format!("{LEAD}{material}\n{DISC}[[disc]]\nat = [60, 50]\nmaterial = \"lead\"\n");
    assert!(!rough(&with("")) && !rough(&with("density = 1")));
    assert!(rough(&with("density = 2")) && rough(&with("restitution = 0.2")) && rough(&with("friction = 0.2")));
    let two_radii = format!("{DISC}[[disc]]\nat = [60, 50]\nradius = 0.4\n");
    assert!(rough(&two_radii));
    assert!(!rough(&format!("{two_radii}pinned = true\n")), "a pinned disc has no mass to differ");
    let turned = |keys: &str| spec(&format!("{DISC}{keys}[[particles]]\nlist = [[60, 50]]\n{keys}"));
    assert!(rough(&format!("{DISC}angle = 1\n")) && rough(&format!("{DISC}turn_rate = -1\n")) && !rough(&format!("{DISC}angle = 0\n")));
    for particle in turned("angle = 90\nturn_rate = -180\n").particles {
        let half_turn = std::f32::consts::PI;
        assert_eq!((particle.angle, particle.angular_velocity), (half_turn / 2.0, -half_turn), "degrees in files");
    }
}

#[test]
fn a_spread_of_masses_that_does_not_fit_is_refused() {
    let scene = |mass: f64| {
        format!(
            "{LEAD}mass = {mass:e}\n[[material]]\nname = \"dust\"\nmass = 1\n{DISC}material = \"lead\"\n[[disc]]\nat = [60, 50]\nmaterial = \"dust\"\n"
        )
    };
    assert!(World::new(&spec(&scene(1e6))).is_ok());
    let too_far = Scene::from_toml("bad.toml", &format!("{WORLD}{}", scene(2e6)), None).unwrap().build(&Overrides::default());
    let message = too_far.unwrap_err().to_string();
    assert!(message.contains("masses from 1e0 to 2e6") && message.contains("up to 1e6 times"), "{message}");
}

#[test]
fn what_is_wrong_with_a_material_is_named() {
    let wrong = |line: &str, key: &str, words: &str| assert_error(&format!("{LEAD}{line}\n{DISC}"), 3, key, &[words]);
    wrong("density = 0", "material[0].density", "1e-12 to 1e12");
    wrong("mass = -1", "material[0].mass", "1e-12 to 1e12");
    wrong("friction = 101", "material[0].friction", "0 to 100");
    wrong("restitution = 1.1", "material[0].restitution", "0 to 1");
    wrong("friction = nan", "material[0].friction", "0 to 100");
    assert_error(&format!("{LEAD}density = 2\nmass = 1\n{DISC}"), 4, "material[0].mass", &["not both"]);
    assert_error(&format!("{LEAD}{LEAD}{DISC}"), 4, "material[1].name", &["a name of its own"]);
    assert_error(&format!("{LEAD}{DISC}material = \"leed\"\n"), 5, "disc[0].material", &["of lead", "do you mean \"lead\"?"]);
    let peg = "[[obstacle]]\ncircle = { at = [20, 20], radius = 1 }\nmaterial = \"leed\"\n";
    assert_error(&format!("{LEAD}{peg}{DISC}"), 5, "obstacle[0].material", &["of lead", "do you mean \"lead\"?"]);
    assert_error(&format!("{DISC}material = \"lead\"\n"), 3, "disc[0].material", &["has none"]);
    assert_error(&format!("solver = \"plain\"\ndensity = 2\n{DISC}"), 2, "world.density", &["plain solver"]);
    assert_error(&format!("[[material]]\nname = \"\"\n{DISC}"), 2, "material[0].name", &["a name"]);
    assert_error(&format!("friction = -1\n{DISC}"), 1, "world.friction", &["0 to 100"]);
    assert_error(&format!("solver = \"plain\"\nfriction = 1\n{DISC}"), 2, "world.friction", &["plain solver", "resting"]);
    assert_error(&format!("solver = \"plain\"\nrestitution = 1\n{DISC}"), 2, "world.restitution", &["plain solver"]);
    assert_error_in(&format!("{WORLD}solver = \"plain\"\n{LEAD}{DISC}"), 4, "material[0]", &["plain solver"]);
}
