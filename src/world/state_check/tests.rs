use super::*;
use crate::Solver;
use crate::cpu::CpuSolver;
use crate::solver::SolverError;
use crate::world::World;
use crate::world::particle::NewParticle;
use crate::world::spec::{ContactSolver, LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};

/// Three discs, the first two linked.
fn linked() -> World {
    linked_for(ContactSolver::Plain)
}

fn linked_for(solver: ContactSolver) -> World {
    let particles = (0..3).map(|k| ParticleSpec::at([1.0 + 2.0 * f64::from(k), 1.0], 0.5)).collect();
    let links = vec![LinkSpec { ends: [0, 1], rest_length: 2.0, stiffness: 1.0, compliance: 0.0, break_length: None }];
    World::new(&WorldSpec { particles, links, solver, ..WorldSpec::default() }).unwrap()
}

/// What a solver says to a start that was changed.
fn refused(change: impl Fn(&mut State)) -> String {
    let mut world = linked();
    change(world.start_mut());
    CpuSolver::new(&world, Some(1)).expect_err("the start is refused").to_string()
}

#[test]
fn a_start_that_two_threads_could_write_the_same_place_of_is_refused() {
    assert!(CpuSolver::new(&linked(), Some(1)).is_ok());
    assert!(refused(|start| start.particles[2].id = 0).contains("id 0 is there twice"));
    assert!(refused(|start| start.particles[2].id = 3).contains("id 3"));
    assert!(refused(|start| start.particles.truncate(2)).contains("links of 3 particles"));
    assert!(refused(|start| start.displacements.truncate(2)).contains("needed"));
    assert!(refused(|start| start.links.starts[1] = 3).contains("link rows"));
    assert!(refused(|start| start.links.starts[3] = 3).contains("link rows"));
    assert!(refused(|start| start.links.starts.truncate(3)).contains("starts of link rows"));
    assert!(refused(|start| start.links.rows[0].partner = 3).contains("a link to 3"));
    assert!(refused(|start| start.particles[1] = start.particles[1].with_phase(Phase::Unborn)).contains("unborn"));
    assert!(refused(|start| start.links.rows[1].rest_length = f32::NAN).contains("a link with a rest length"));
    assert!(refused(|start| start.links.rows[1].elasticity = -1.0).contains("a link with an elasticity"));
    assert!(refused(|start| start.links.rows[1].break_length = 0.0).contains("a link with a break length"));
    assert!(refused(|start| start.links.rows[1].break_length = f32::NAN).contains("a link with a break length of NaN"));
    assert!(refused(|start| start.particles[1].info -= 1).contains("radius"));
    assert!(refused(|start| start.particles[1].position[1] = i32::MIN).contains("-469762047 to 2080374783"));
    // In the grid it may move from where it is.
    assert!(refused(|start| start.particles[1].position[0] = i32::MAX).contains("is at 2147483647 steps"));
    let mut removed = linked();
    let particle = &mut removed.start_mut().particles[1];
    particle.position[0] = i32::MAX;
    *particle = particle.with_phase(Phase::Removed);
    assert!(CpuSolver::new(&removed, Some(1)).is_ok());
    assert!(refused(|start| start.displacements[1][0] = i32::MIN).contains("displacement of -2147483648"));
}

#[test]
fn joints_of_particles_that_are_not_there_or_of_one_colour_are_refused() {
    let refused = |change: fn(&mut State)| {
        let mut world = linked_for(ContactSolver::Resting);
        assert!(CpuSolver::new(&world, Some(1)).is_ok());
        change(world.start_mut());
        CpuSolver::new(&world, Some(1)).expect_err("the start is refused").to_string()
    };
    assert!(refused(|start| start.links.rows[0].partner = 3).contains("a link to 3"));
    assert!(refused(|start| start.links.joints[0].id = 1).contains("two links of one colour at particle 1"));
    assert!(refused(|start| start.links.joints.clear()).contains("link rows"));
    assert!(refused(|start| start.links.colour_ends[0] = 2).contains("joints and colours"));
    assert!(refused(|start| start.links.joints[0].inverse_masses[1] = 1e7).contains("a joint between inverse masses"));
    assert!(refused(|start| start.links.joints[0].mean_impulse = f32::INFINITY).contains("a joint carries"));
}

#[test]
fn what_contacts_carry_is_a_number_and_pushes() {
    let refused = |change: fn(&mut State)| {
        let spec = WorldSpec { particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], friction: 0.5, ..WorldSpec::default() };
        let mut world = World::new(&spec).unwrap();
        change(world.start_mut());
        CpuSolver::new(&world, Some(1)).expect_err("the start is refused").to_string()
    };
    for impulse in [-1.0, -0.0, f32::NAN, f32::INFINITY] {
        let mut world = linked_for(ContactSolver::Resting);
        world.start_mut().contacts = vec![ContactRow::NONE; 3 * LIST_ROWS];
        world.start_mut().contacts[7].impulse = impulse;
        let error = CpuSolver::new(&world, Some(1)).expect_err("the start is refused").to_string();
        assert!(error.contains(&format!("a contact of particle 1 carries {impulse}")), "{error}");
    }
    let not_used = |start: &mut State| {
        start.contacts = vec![ContactRow { impulse: 2.0, ..ContactRow::NONE }; LIST_ROWS];
        start.tangents = vec![0.0; start.contacts.len()];
    };
    assert!(refused(not_used).contains("a row of particle 0 that is not used carries 2"));
    let no_number = |start: &mut State| {
        start.contacts = vec![ContactRow::NONE; LIST_ROWS];
        start.tangents = vec![f32::NAN; start.contacts.len()];
    };
    assert!(refused(no_number).contains("rubs or resists rolling with NaN"));
    // Of two words a contact the last.
    let discs = vec![ParticleSpec::at([1.0, 1.0], 0.5), ParticleSpec::at([3.0, 1.0], 0.5)];
    let spec = WorldSpec { particles: discs, friction: 0.5, rolling_resistance: 0.1, ..WorldSpec::default() };
    let mut world = World::new(&spec).unwrap();
    let start = world.start_mut();
    start.contacts = vec![ContactRow::NONE; 2 * LIST_ROWS];
    start.tangents = vec![0.0; 2 * start.contacts.len()];
    *start.tangents.last_mut().unwrap() = f32::INFINITY;
    let error = CpuSolver::new(&world, Some(1)).expect_err("the start is refused").to_string();
    assert!(error.contains("a contact of particle 1 rubs or resists rolling with inf"), "{error}");
    assert!(refused(|start| start.bodies[0].spin = i32::MIN).contains("spin out of range"));
    assert!(refused(|start| start.bodies[0].inverse_mass = f32::NAN).contains("mass"));
}

#[test]
fn two_discs_have_one_contact() {
    let start = |contacts: &[(usize, u32)]| {
        let mut world = linked_for(ContactSolver::Resting);
        world.start_mut().contacts = vec![ContactRow::NONE; 3 * LIST_ROWS];
        for &(row, partner) in contacts {
            world.start_mut().contacts[row] = ContactRow { partner, impulse: 1.0 };
        }
        CpuSolver::new(&world, Some(1)).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(start(&[(0, 1), (1, 2), (5, 2)]), Ok(()));
    for (contacts, said) in [
        (&[(0, 1), (1, 1)][..], "particles 0 and 1 have a contact twice"),
        (&[(0, 1), (5, 0)], "particles 0 and 1 have a contact twice"),
        (&[(5, 1)], "particles 1 and 1"),
        (&[(6, 2)], "a contact of particle 1 stands behind a row"),
    ] {
        assert!(start(contacts).expect_err("it is refused").contains(said), "{contacts:?}");
    }
}

#[test]
fn links_keep_what_the_world_gave_them() {
    let world = linked_for(ContactSolver::Resting);
    let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
    let refused = |solver: &mut CpuSolver, change: fn(&mut State)| {
        let mut state = solver.read_state().unwrap();
        change(&mut state);
        solver.write_state(&state).expect_err("the state is refused").to_string()
    };
    assert!(refused(&mut solver, |state| state.links.rows[0].rest_length *= 2.0).contains("other links"));
    assert!(refused(&mut solver, |state| state.links.rows[0].elasticity = 1.0).contains("other links"));
    assert!(refused(&mut solver, |state| state.links.joints[0].inverse_masses = [0.0; 2]).contains("other links"));
    // What holds it is what the world began with.
    assert!(
        refused(&mut solver, |state| state.particles[1] = state.particles[1].with_phase(Phase::Pinned)).contains("particle 1 is pinned")
    );
    let unlinked = |state: &mut State| state.particles[2] = state.particles[2].with_phase(Phase::Pinned);
    let mut pinned = solver.read_state().unwrap();
    unlinked(&mut pinned);
    solver.write_state(&pinned).unwrap();
    // A link that broke may hold again: that is a state from before.
    let before = solver.read_state().unwrap();
    let mut broken = before.clone();
    broken.links.rows[0].partner = NO_PARTNER;
    solver.write_state(&broken).unwrap();
    solver.write_state(&before).unwrap();
}

#[test]
fn only_particles_with_the_next_ids_join_and_none_is_linked_to_them() {
    let world = linked();
    let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
    let new = world.new_particle(3, &ParticleSpec::at([9.0, 1.0], 0.5)).unwrap();
    let particle = new.particle;
    for wrong in [Particle { id: 2, ..particle }, Particle { id: 4, ..particle }, particle.with_phase(Phase::Unborn)] {
        let refused = solver.spawn(&[NewParticle { particle: wrong, ..new }]);
        assert!(matches!(refused, Err(SolverError::State { .. })), "{wrong:?}");
    }
    solver.spawn(&[new]).unwrap();
    let mut state = solver.read_state().unwrap();
    assert_eq!(state.particles.len(), 4);
    solver.write_state(&state).unwrap();
    state.links.rows[0].partner = 3;
    assert!(solver.write_state(&state).is_err(), "there is no place by id for a particle that came later");
}

/// A particle's number of its material has 16 bits.
#[test]
fn materials_that_no_number_names_are_refused() {
    let material = MaterialSpec { mass: None, density: 1.0, friction: 0.5, restitution: 0.0 };
    let with = |count| {
        let disc = ParticleSpec { material: 5, ..ParticleSpec::at([1.0, 1.0], 0.5) };
        World::new(&WorldSpec { size: [9.0, 4.0], particles: vec![disc], materials: vec![material; count], ..WorldSpec::default() })
    };
    assert!(with(65_535).is_ok());
    let refused = with(65_536).unwrap_err().to_string();
    assert!(refused.contains("65536") && refused.contains("at most 65535"), "{refused}");
}
