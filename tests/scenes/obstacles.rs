//! `[[obstacle]]`: shapes, motions, copies, and what is wrong with them.

use super::{WORLD, assert_error, assert_error_in};
use jostle::scene::{Overrides, Scene};
use jostle::world::spec::{Key, ObstacleShape, ObstacleSpec, Oscillation, Rail, WorldSpec};

const DISC: &str = "[[disc]]\nat = [50, 70]\n";

fn spec(rest: &str) -> WorldSpec {
    Scene::from_toml("test.toml", &format!("{WORLD}{rest}"), None).unwrap().world_spec(&Overrides::default()).unwrap()
}

#[test]
fn every_shape_is_what_it_says() {
    let shape = |text: &str| spec(&format!("{DISC}[[obstacle]]\n{text}\n")).obstacles[0].shape.clone();
    assert_eq!(shape("circle = { at = [5, 6], radius = 2 }"), ObstacleShape::Circle { centre: [5.0, 6.0], radius: 2.0 });
    let capsule = ObstacleShape::Capsule { ends: [[1.0, 2.0], [3.0, 4.0]], radius: 0.5 };
    assert_eq!(shape("capsule = { from = [1, 2], to = [3, 4], radius = 0.5 }"), capsule);
    let angle = std::f64::consts::FRAC_PI_2;
    assert_eq!(
        shape("box = { at = [5, 6], size = [3, 1], angle = 90 }"),
        ObstacleShape::Box { centre: [5.0, 6.0], size: [3.0, 1.0], angle }
    );
    let corners = vec![[1.0, 1.0], [9.0, 1.0], [5.0, 3.0]];
    assert_eq!(shape("polygon = [[1, 1], [9, 1], [5, 3]]"), ObstacleShape::Polygon { corners });
    let wall = ObstacleShape::Wall { points: vec![[1.0, 1.0], [9.0, 1.0]], thickness: 0.1 };
    assert_eq!(shape("wall = { points = [[1, 1], [9, 1]], thickness = 0.1 }"), wall);
}

#[test]
fn motions_are_in_degrees_and_turn_about_the_middle_unless_told() {
    let text = "[[obstacle]]\nbox = { at = [40, 30], size = [4, 2] }\nvelocity = [1, 2]\nturn_rate = 180\n\
                sway = { by = [3, 0], period = 2, phase = 0.25 }\nswing = { angle = 90, period = 4 }\n\
                keys = [{ time = 0 }, { time = 1, offset = [0, 5], angle = 180 }, { time = 2, angle = 360 }]\ncycle = true\n";
    let rail = spec(&format!("{DISC}{text}")).obstacles[0].rail.clone();
    assert_eq!((rail.pivot, rail.velocity, rail.turn_rate, rail.cycle), ([40.0, 30.0], [1.0, 2.0], std::f64::consts::PI, true));
    assert_eq!(rail.sway, Some(Oscillation { by: [3.0, 0.0], period: 2.0, phase: 0.25 }));
    assert_eq!(rail.swing, Some(Oscillation { by: std::f64::consts::FRAC_PI_2, period: 4.0, phase: 0.0 }));
    assert_eq!(rail.keys[1], Key { time: 1.0, offset: [0.0, 5.0], angle: std::f64::consts::PI });
    let turned = spec(&format!("{DISC}[[obstacle]]\nbox = {{ at = [40, 30], size = [4, 2] }}\npivot = [1, 2]\nturn_rate = 1\n"));
    assert_eq!(turned.obstacles[0].rail.pivot, [1.0, 2.0]);
}

/// What grows with the world is slower by its root; what is repeated keeps its size, its step and its motion.
#[test]
fn obstacles_scale_with_the_world_and_copies_become_more() {
    let text = format!(
        "{WORLD}[[block]]\nfrom = [0, 40]\nto = [100, 80]\ncount = 1_000\n\
         [[obstacle]]\ncircle = {{ at = [50, 20], radius = 3 }}\nvelocity = [1, 0]\nsway = {{ by = [2, 0], period = 1 }}\nturn_rate = 90\n\
         [[obstacle]]\ncircle = {{ at = [10, 5], radius = 1 }}\nrepeat = {{ to = [90, 13], step = [10, 4], stagger = true }}\nturn_rate = 90\n"
    );
    let scene = Scene::from_toml("grown.toml", &text, None).unwrap();
    let obstacles = |particles| scene.world_spec(&Overrides { particles, ..Overrides::default() }).unwrap().obstacles;
    let (small, large) = (obstacles(None), obstacles(Some(4_000)));
    assert_eq!(large[0].shape, ObstacleShape::Circle { centre: [100.0, 40.0], radius: 6.0 });
    let rail = &large[0].rail;
    let root = 2.0f64.sqrt();
    assert!((rail.velocity[0] - 2.0 / root).abs() < 1e-12 && (rail.turn_rate * root - 90f64.to_radians()).abs() < 1e-12);
    assert_eq!(rail.sway.unwrap().by, [4.0, 0.0]);
    assert!((rail.sway.unwrap().period - root).abs() < 1e-12);
    // Nine in the even rows, eight in the odd one between them.
    assert_eq!(small.len(), 1 + 9 + 8 + 9);
    assert!(small.contains(&ObstacleSpec {
        shape: ObstacleShape::Circle { centre: [15.0, 9.0], radius: 1.0 },
        rail: Rail { pivot: [15.0, 9.0], ..small[1].rail.clone() },
        material: 0,
    }));
    let copies = &large[1..];
    assert_eq!(copies.len(), 17 * 3 + 16 * 2);
    assert!(
        copies
            .iter()
            .all(|copy| matches!(copy.shape, ObstacleShape::Circle { radius: 1.0, .. }) && copy.rail.turn_rate == small[1].rail.turn_rate)
    );
}

#[test]
fn what_is_wrong_with_an_obstacle_is_named_with_its_place() {
    // On which line behind the table's name, and at which of its keys.
    let wrong = |text: &str, (line, key): (usize, &str), words: &[&str]| {
        assert_error(&format!("{DISC}[[obstacle]]\n{text}\n"), 3 + line, &format!("obstacle[0]{key}"), words);
    };
    wrong("velocity = [1, 0]", (0, ""), &["`circle`, `capsule`, `box`, `polygon`, `wall` or `arc`"]);
    wrong("circle = { at = [5, 6], radius = 0 }", (1, ".circle.radius"), &["obstacle 0: radius is 0", "above 0, up to 1e9"]);
    wrong("circle = { at = [nan, 6], radius = 1 }", (1, ".circle.at"), &["position is NaN", "finite"]);
    wrong("box = { at = [5, 6], size = [1, -1] }", (1, ".box.size"), &["size is -1"]);
    wrong("wall = { points = [[1, 1]], thickness = 1 }", (1, ".wall.points"), &["number of points is 1", "2 or more"]);
    wrong("polygon = [[1, 1], [2, 2]]", (1, ".polygon"), &["number of corners is 2", "3 or more"]);
    wrong("polygon = [[1, 1], [9, 9], [9, 1], [1, 9]]", (1, ".polygon"), &["edge 0 of its outline meets edge 2"]);
    wrong("polygon = [[1, 1], [9, 1], [5, 1]]", (1, ".polygon"), &["meets edge"]);
    wrong(
        "box = { at = [5, 6], size = [1, 1] }\nturn_rate = 1e6",
        (2, ".turn_rate"),
        &["turn rate is", "an eighth of a turn in a substep", "more substeps"],
    );
    wrong(
        "box = { at = [5, 6], size = [1, 1] }\nsway = { by = [1, 0], period = 0 }",
        (2, ".sway.period"),
        &["period is 0", "0.000001 seconds or more"],
    );
    let half = "box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 0 }, { time = 1, angle = 170 }]\ncycle = true";
    wrong(half, (2, ".keys"), &["angle of the last key is 170", "that of the first key, 0, or whole turns"]);
    let away = "box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 0 }, { time = 1, offset = [0, 2] }]\ncycle = true";
    wrong(away, (2, ".keys"), &["offset in y of the last key is 2", "that of the first key, 0"]);
    wrong("box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 1 }, { time = 1 }]", (2, ".keys"), &["key time is 1", "later than 1"]);
    let turns = "box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 0 }, { time = 1, angle = 2e9 }]";
    wrong(turns, (2, ".keys"), &["key angle is 2000000000", "of degrees up to 1e9"]);
    let far = "box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 0 }, { time = 1, offset = [0, 2e9] }]";
    wrong(far, (2, ".keys"), &["key offset is 2000000000", "finite numbers up to 1e9"]);
    wrong("box = { at = [5, 6], size = [1, 1] }\nkeys = [{ time = 0 }, { time = 2e9 }]", (2, ".keys"), &["key time is 2000000000"]);
    let swing = "box = { at = [5, 6], size = [1, 1] }\nswing = { angle = 2e9, period = 1 }";
    wrong(swing, (2, ".swing"), &["swing is 2000000000", "of degrees up to 1e9"]);
    wrong("box = { at = [5, 6], size = [1, 1] }\ncycle = true", (2, ".cycle"), &["true with `keys`"]);
    let two = "circle = { at = [5, 6], radius = 1 }\nbox = { at = [5, 6], size = [1, 1] }";
    assert_error(&format!("{DISC}[[obstacle]]\n{two}\n"), 5, "obstacle[0].box", &["one shape"]);
    for step in ["[-1, 1]", "[inf, 5]", "[5, inf]", "[nan, 1]"] {
        let repeat = format!("circle = {{ at = [5, 6], radius = 1 }}\nrepeat = {{ to = [50, 50], step = {step} }}");
        assert_error(&format!("{DISC}[[obstacle]]\n{repeat}\n"), 5, "obstacle[0].repeat", &["finite steps of 0"]);
    }
    let wall = vec!["[1, 1], [2, 1]"; 6_000].join(", ");
    let many = format!("wall = {{ points = [{wall}], thickness = 0.1 }}\nrepeat = {{ to = [50, 50], step = [5, 5] }}");
    assert_error(&format!("{DISC}[[obstacle]]\n{many}\n"), 5, "obstacle[0].repeat", &["corners in all copies"]);
    let inf = "box = { at = [5, 6], size = [1, 1], angle = inf }";
    assert_error(&format!("{DISC}[[obstacle]]\n{inf}\n"), 4, "obstacle[0].box.angle", &["angle is inf"]);
    let crowd = "circle = { at = [1, 1], radius = 500 }\nrepeat = { to = [99, 69], step = [0.1, 0.1] }";
    let message = refusal(&format!("{DISC}[[obstacle]]\n{crowd}\n"));
    assert!(message.starts_with("bad.toml:5:1: obstacle[0]: "), "{message}");
    assert!(message.contains("pairs of an edge and a place") && message.contains("allowed are up to 134217728"), "{message}");
    // Insides count as well.
    let boxes = "box = { at = [2600, 3000], size = [5000, 5000] }\nrepeat = { to = [99000, 3000], step = [5100, 0] }";
    let wide = format!("[world]\nsize = [200000, 6000]\n\n[[disc]]\nat = [199000, 20]\n\n[[obstacle]]\n{boxes}\n");
    let message = Scene::from_toml("wide.toml", &wide, None).unwrap().build(&Overrides::default()).unwrap_err().to_string();
    assert!(message.contains("places inside: allowed are up to 134217728"), "{message}");
    let board = "box = { at = [2000, 2000], size = [2800, 8], angle = 45 }\nrepeat = { to = [99000, 9000], step = [3000, 3000] }";
    let wide = format!("[world]\nsize = [100000, 12000]\n\n[[disc]]\nat = [99900, 20]\n\n[[obstacle]]\n{board}\n");
    assert!(Scene::from_toml("wide.toml", &wide, None).unwrap().build(&Overrides::default()).is_ok(), "what is thin has little inside");
    // In a world that has few steps in a diameter the fastest disc comes far, and sees what turns from far.
    let comb: Vec<String> = (0..120).map(|k| format!("[{}, {}]", 190_000.0 + 0.02 * f64::from(k), 190_000.0 + f64::from(k % 2))).collect();
    let comb = format!("polygon = [{}, [190002.4, 189999], [190000, 189999]]", comb.join(", "));
    for turning in ["turn_rate = 21000", "keys = [{ time = 0.03 }, { time = 0.1, angle = 1470 }]"] {
        let wide = format!("[world]\nsize = [380000, 380000]\n\n[[disc]]\nat = [20, 20]\n\n[[obstacle]]\n{comb}\n{turning}\n");
        let message = Scene::from_toml("wide.toml", &wide, None).unwrap().build(&Overrides::default()).unwrap_err().to_string();
        assert!(message.contains("pairs of an edge and a place") && message.contains("turn less in a substep"), "{message}");
    }
    let far = "circle = { at = [1e8, 6], radius = 1 }";
    let message = refusal(&format!("{DISC}[[obstacle]]\n{far}\n"));
    assert!(message.starts_with("bad.toml:6:17: obstacle[0].circle.at: obstacle 0: position is 100000000: allowed is -"), "{message}");
    let wide = refusal(&format!("{DISC}[[obstacle]]\nbox = {{ at = [5, 6], size = [9000, 1] }}\n"));
    assert!(wide.starts_with("bad.toml:5:1: obstacle[0]: obstacle 0: coordinate of a corner is -4495: allowed is -"), "{wide}");
    let fast = refusal(&format!("{DISC}[[obstacle]]\nbox = {{ at = [5, 6], size = [1, 1] }}\nvelocity = [1e6, 0]\n"));
    assert!(fast.contains("speed is 1000000: allowed is up to 30720 units/s") && fast.contains("more substeps"), "{fast}");
    let pivot = refusal(&format!("{DISC}[[obstacle]]\nbox = {{ at = [5, 6], size = [1, 1] }}\npivot = [-600, 0]\nturn_rate = 1\n"));
    assert!(pivot.contains("pivot is -600: allowed is -5") && pivot.contains(" to 20") && pivot.contains(" along each axis"), "{pivot}");
    assert_error_in(&format!("{WORLD}{DISC}[[obstacle]]\ncircel = 1\n"), 6, "obstacle[0].circel", &["did you mean \"circle\"?"]);
}

/// What only the finished world refuses.
fn refusal(rest: &str) -> String {
    let scene = Scene::from_toml("bad.toml", &format!("{WORLD}{rest}"), None).unwrap();
    scene.build(&Overrides::default()).unwrap_err().to_string()
}

#[test]
fn a_disc_inside_an_obstacle_is_refused_at_the_obstacle() {
    let message = refusal(&format!("{DISC}[[obstacle]]\nbox = {{ at = [50, 70], size = [4, 4] }}\n"));
    assert!(message.starts_with("bad.toml:5:1: obstacle[0]: particle 0 starts inside obstacle 0"), "{message}");
}
