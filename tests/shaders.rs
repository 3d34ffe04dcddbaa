//! Every shader without a device: valid, declared as `passes` declares it, laid out as Rust lays it
//! out, and free of arithmetic whose result WGSL leaves open. For each check, faults that it must catch.

#[path = "shaders/arithmetic.rs"]
mod arithmetic;
#[path = "shaders/contract.rs"]
mod contract;
#[path = "shaders/control_flow.rs"]
mod control_flow;
#[path = "common/languages.rs"]
mod languages;
#[path = "shaders/layouts.rs"]
mod layouts;
#[path = "shaders/operators.rs"]
mod operators;
#[path = "shaders/rounds.rs"]
mod rounds;
#[path = "shaders/sums.rs"]
mod sums;

use std::collections::BTreeSet;

use contract::{Shader, check_bindings, check_entry_point};
use jostle::passes::{PASSES, Pass};
use jostle::shaders::{ENDED_LOOPS, JOINED, SHARED, Shape, asks, source};
use jostle::steps::Parts;
use jostle::world::params::Params;
use jostle::world::spec::Walls;

const SHAPES: [Shape; 5] = [
    Shape::HARDWARE,
    Shape::SOFTWARE,
    Shape { folded: true, absent_together: false, rubs: false, resists_rolling: false, bounces: false, ..Shape::HARDWARE },
    Shape { folded: true, levels: 5, ..Shape::SOFTWARE },
    Shape { resists_rolling: false, ..Shape::HARDWARE },
];

/// Runs a check on every pass in all shapes; names the pass that fails.
fn every_shader(check: impl Fn(&Shader, &Pass, Shape) -> Result<(), String>) {
    for pass in PASSES {
        for shape in SHAPES {
            let result = Shader::new(&source(pass, shape)).and_then(|shader| check(&shader, pass, shape));
            result.unwrap_or_else(|error| panic!("{} with {shape:?}: {error}", pass.name));
        }
    }
}

/// What a check says to a shader in which `from` became `to`; `None` if it finds nothing wrong.
fn with_fault(pass: &str, from: &str, to: &str, check: impl Fn(&Shader, &Pass, Shape) -> Result<(), String>) -> Option<String> {
    let pass = PASSES.iter().find(|p| p.name == pass).unwrap();
    let shape = Shape::SOFTWARE;
    let text = source(pass, shape);
    assert!(text.contains(from), "{} has no \"{from}\"", pass.name);
    Shader::new(&text.replace(from, to)).and_then(|shader| check(&shader, pass, shape)).err()
}

/// Asserts that a fault is caught, with these words.
fn assert_caught(found: Option<String>, words: &str) {
    let message = found.expect("the fault was not caught");
    assert!(message.contains(words), "caught, but by another check: {message}");
}

#[test]
fn every_shader_parses_and_validates() {
    every_shader(|_, _, _| Ok(()));
    assert_caught(with_fault("integrate", "return displacement;", "return 1u;", |_, _, _| Ok(())), "type");
}

/// Threads would be waited for that never come, or compilers refuse it. naga does not look.
#[test]
fn all_threads_of_a_workgroup_come_to_its_barriers() {
    let check = |shader: &Shader, _: &Pass, _: Shape| control_flow::all_come(shader);
    every_shader(check);
    let index = "let i = thread_index(id, groups);";
    for pass in ["grid_count", "integrate", "accelerate", "solve_and_integrate", "digest"] {
        let fault = with_fault(pass, index, &format!("{index} if i >= params.particle_count {{ return; }}"), check);
        assert_caught(fault, &format!("{pass} returns before its end"));
    }
    for pass in ["grid_count", "integrate", "accelerate", "solve_and_integrate"] {
        let call = "    count_in(cell, i, thread);";
        let fault = with_fault(pass, call, &format!("    if i < params.particle_count {{ {call} }}"), check);
        assert_caught(fault, &format!("{pass} waits under a condition"));
    }
    let called = with_fault("grid_count", "    var rank = 0u;", "    if cell == NOWHERE { return; }\n    var rank = 0u;", check);
    assert_caught(called, "count_together returns before its end");
    let halves = "half > 0u; half /= 2u";
    let round = "for (var reach = 1u; reach < SCAN_WORKGROUP; reach *= 2u) {";
    let strips = "strips < params.tile_length / 4u;";
    for (pass, function, from, to) in [
        ("grid_scan", "sum_of_workgroup", halves, "half > thread; half /= 2u".to_owned()),
        ("grid_scan", "sum_of_workgroup", halves, "half > 0u; half /= 2u + value".to_owned()),
        ("grid_scan", "sum_of_workgroup", halves, "half > u32(params.wall_min[thread & 1u]); half /= 2u".to_owned()),
        ("grid_scan", "scanned", round, format!("{round} if thread == reach {{ break; }}")),
        ("grid_scan", "scanned", round, format!("{round} if thread == reach {{ reach += 1u; }}")),
        ("grid_scan", "scan_together", strips, "strips < tile.end;".to_owned()),
        ("grid_scan_tiles", "grid_scan_tiles", halves, "half > part; half /= 2u".to_owned()),
    ] {
        assert_caught(with_fault(pass, from, &to, check), &format!("{function} waits in a loop that some threads leave before others"));
    }
}

#[test]
fn absent_discs_are_counted_together_on_hardware_where_there_can_be_any() {
    let left = Walls { left: false, ..Walls::CLOSED };
    for (emits, walls, wanted) in [(false, Walls::CLOSED, false), (true, Walls::CLOSED, true), (false, left, true)] {
        let walls = walls.bits();
        let of_world = |shape: Shape| shape.of_world(Parts { emits, ..Parts::default() }, &Params { walls, ..Params::default() });
        assert_eq!(of_world(Shape::of_hardware(32)).absent_together, wanted);
        assert!(!of_world(Shape::SOFTWARE).absent_together);
    }
}

/// As drivers get them on macOS, on Windows and through OpenGL.
#[test]
fn every_shader_can_be_written_in_the_languages_of_other_systems() {
    let write = |shader: &Shader, _: &Pass, _| languages::write_everywhere(&shader.module, &shader.info);
    every_shader(write);
    let fault = with_fault("grid_count", "fn grid_count(", "fn wide() -> f64 { return 1.0lf; }\nfn grid_count(", write);
    assert_caught(fault, "f64");
}

#[test]
fn where_loops_may_be_ended_every_pass_that_has_some_asks_at_its_end() {
    let shape = Shape { ends_loops: true, ..Shape::SOFTWARE };
    for pass in PASSES {
        let plain = Shader::new(&source(pass, Shape::SOFTWARE)).unwrap();
        assert!(asks(pass, shape) || !control_flow::loops(&plain), "{} has loops", pass.name);
        let shader = Shader::new(&source(pass, shape)).unwrap_or_else(|error| panic!("{}: {error}", pass.name));
        check_entry_point(&shader, pass, shape).unwrap();
        let answer = shader.module.global_variables.iter().find(|(_, variable)| variable.name.as_deref() == Some("ended_loops"));
        let binding = answer.map(|(_, variable)| variable.binding.unwrap().binding as usize);
        assert_eq!(binding, asks(pass, shape).then_some(pass.bindings.len()), "{}", pass.name);
        assert!(binding.is_none() || !shader.info.get_entry_point(0)[answer.unwrap().0].is_empty(), "{} does not ask", pass.name);
    }
    assert!(PASSES.iter().all(|pass| !asks(pass, Shape::SOFTWARE)), "elsewhere nobody does");
}

#[test]
fn every_file_in_the_shader_folder_is_a_pass_or_shared_or_draws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
    let there: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("draw"))
        .collect();
    let names = PASSES
        .iter()
        .map(|pass| pass.name)
        .chain(SHARED.iter().chain([&ENDED_LOOPS]).map(|(name, _)| *name).chain(JOINED.iter().map(|file| file.name)));
    assert_eq!(there, names.map(|name| format!("{name}.wgsl")).collect());
}

#[test]
fn entry_points_have_the_name_and_the_workgroup_of_their_pass() {
    every_shader(check_entry_point);
    let fault = |from, to| with_fault("grid_scan", from, to, check_entry_point);
    assert_caught(fault("fn grid_scan(", "fn grid_sum("), "called grid_sum");
    assert_caught(fault("@workgroup_size(SCAN_WORKGROUP)", "@workgroup_size(128)"), "workgroup");
}

#[test]
fn bindings_have_the_numbers_names_elements_and_access_of_their_declaration() {
    let check = |shader: &Shader, pass: &Pass, _| check_bindings(shader, pass);
    every_shader(check);
    let fault = |from, to| with_fault("grid_count", from, to, check);
    assert_caught(fault("@binding(3)", "@binding(4)"), "ranks");
    assert_caught(fault("ranks", "places"), "places");
    assert_caught(fault("var<storage, read> particles", "var<storage, read_write> particles"), "particles: declared Read");
    let unsigned = with_fault("grid_scatter", "array<vec2i>", "array<vec2u>", check);
    assert_caught(unsigned, "displacements: elements are vec2 uint32");
    let blind = with_fault("solve_walls", "displacements[i] + correction", "correction", check);
    assert_caught(blind, "displacements: declared ReadWrite, used as");
    let peeking = with_fault("solve_contacts", "moved(particle,", "moved(particle_of(particles_next[0]),", check);
    assert_caught(peeking, "particles_next: declared Write, used as");
    assert_caught(with_fault("digest", "array<atomic<u32>>", "array<u32>", check), "atomic");
}

#[test]
fn no_pass_binds_more_storage_buffers_than_every_adapter_has() {
    for pass in PASSES {
        let storage = pass.bindings.iter().filter(|(_, access)| *access != jostle::passes::Access::Uniform).count();
        assert!(storage <= 9, "{} binds {storage} storage buffers", pass.name);
    }
}

#[test]
fn no_shader_uses_an_operation_whose_result_is_left_open() {
    let check = |shader: &Shader, _: &Pass, _: Shape| arithmetic::check_exact(shader);
    every_shader(check);
    let contacts = |to| with_fault("solve_contacts", "product(penetration, ", to, check);
    assert_caught(contacts("product(sqrt(penetration), "), "Sqrt");
    assert_caught(contacts("product(inverseSqrt(penetration), "), "InverseSqrt");
    assert_caught(contacts("product(penetration / 3.0, "), "Divide");
    assert_caught(contacts("product(penetration % 3.0, "), "Modulo");
    assert_caught(contacts("product(dot(normal, normal), "), "Dot");
    assert_caught(contacts("product(length(normal), "), "Length");
    assert_caught(contacts("product(normalize(normal).x, "), "Normalize");
    assert_caught(contacts("product(fma(penetration, 2.0, 1.0), "), "Fma");
    assert_caught(contacts("product(mix(penetration, 2.0, 0.5), "), "Mix");
    assert_caught(contacts("product(pow(penetration, 2.0), "), "Pow");
    assert_caught(contacts("product(sin(penetration), "), "Sin");
    assert_caught(contacts("product(cos(penetration), "), "Cos");
}

#[test]
fn floats_are_multiplied_only_behind_the_barrier_against_contraction() {
    let check = |shader: &Shader, _: &Pass, _: Shape| arithmetic::check_products(shader);
    every_shader(check);
    let fault = |from, to| with_fault("solve_contacts", from, to, check);
    assert_caught(fault("product(normal.x, size)", "normal.x * size"), "push multiplies");
    assert_caught(fault("product(d.x, d.x)", "(d * d).x"), "contact multiplies");
    assert_caught(fault("return bitcast<f32>(bitcast<u32>(a * b) ^ params.zero);", "return a * b;"), "bits");
    assert_caught(fault("(a * b) ^ params.zero", "(a * b) ^ params.walls"), "no xor");
    assert_caught(fault("(a * b) ^ params.zero", "(a * b + a * b) ^ params.zero"), "2 products");
}

#[test]
fn sweeps_take_workgroups_as_wide_as_what_runs_in_step() {
    for (in_step, wanted) in [(4, 32), (32, 32), (64, 64), (1024, 256)] {
        assert_eq!(Shape::of_hardware(in_step), Shape { sweep_workgroup: wanted, ..Shape::HARDWARE });
    }
}

#[test]
fn no_sum_of_floats_can_be_regrouped() {
    let check = |shader: &Shader, _: &Pass, _: Shape| sums::check_sums(shader);
    every_shader(check);
    let fault = |pass: &str, from: &str, to: &str| with_fault(pass, from, to, check);
    assert_caught(
        fault("push_contacts", "whole(kept - m.impulse) +", "kept - m.impulse +"),
        "solved adds to a sum: kept - m.impulse + product",
    );
    // What a function returns, is given, and leaves where a pointer leads to; what has a name, and what is in a struct.
    let returned =
        ["return whole(product(f32(a >> 12u), 4096.0) + f32(a & 0xFFF));", "return product(f32(a >> 12u), 4096.0) + f32(a & 0xFFF);"];
    assert_caught(fault("relax_rough_contacts", returned[0], returned[1]), "meeting adds to a sum: float_of(disc.body.spin) + ");
    let given = ["rounded(product(held, normal.x))", "rounded(product(held, normal.x) + 1.0)"];
    assert_caught(fault("push_contacts", given[0], given[1]), "rounded adds to a sum: a + select");
    assert_caught(fault("leave_obstacles", "*gone = whole(*gone + steps)", "*gone += steps"), "put_out adds to a sum: most - *gone");
    let named = ["whole(joint.inverse_masses.x + joint.inverse_masses.y)", "joint.inverse_masses.x + joint.inverse_masses.y"];
    assert_caught(fault("push_links", named[0], named[1]), "sweep_link adds to a sum: inverse + row.elasticity");
    let slide = "along_of(by, left_of(touch.normal)) + product(passages.turning.sine, arm)";
    let in_struct = fault("stop_at_rough_obstacles", &format!("whole({slide})"), slide);
    assert_caught(in_struct, "rub adds to a sum: slide - float_of(spin)");
    let barrier = "bitcast<f32>(bitcast<u32>(sum) ^ params.zero)";
    assert_caught(fault("push_contacts", barrier, "bitcast<f32>(bitcast<u32>(sum))"), "no xor");
    assert_caught(fault("push_contacts", barrier, "sum"), "bits");
}

#[test]
fn no_factor_is_a_sum_that_could_be_fused_into_the_product() {
    let check = |shader: &Shader, _: &Pass, _: Shape| sums::check_factors(shader);
    every_shader(check);
    let fault = |pass: &str, from: &str, to: &str| with_fault(pass, from, to, check);
    let given = ["product(whole(1.0 - touch.time), ", "product(1.0 - touch.time, "];
    assert_caught(fault("meet_obstacles", given[0], given[1]), "deflected multiplies a sum: 1.0 - touch.time");
    assert_caught(
        fault("meet_obstacles", "left = whole(1.0 - touch.time)", "left = 1.0 - touch.time"),
        "sooner multiplies a sum: 1.0 - touch.time",
    );
    let less = ["product(half.x, whole(whole(x + x) - 1.0))", "product(half.x, whole(x + x) - 1.0)"];
    assert_caught(fault("solve_walls", less[0], less[1]), "fall_at_walls multiplies a sum: whole(x + x) - 1.0");
    let greatest = [
        "max(whole(1.0 - abs(product(stretch.strain, STRAINS_PER_LIMIT))), 0.0)",
        "max(1.0 - abs(product(stretch.strain, STRAINS_PER_LIMIT)), 0.0)",
    ];
    assert_caught(fault("push_links", greatest[0], greatest[1]), "joint_change multiplies a sum: max");
}
