//! Edits of scenes that run: what is saved, and what falls how.

use super::*;
use crate::backend::Backend;
use crate::gpu::Context;
use crate::viewer::testing;
use crate::viewer::tools::Toolbox;

fn session(context: &Context) -> Session {
    testing::session(Scene::find("pile").unwrap(), Overrides { particles: Some(300), ..Overrides::default() }, context)
}

/// A heap has left the place where it began: what goes on from a checkpoint does not know where that was.
#[test]
fn a_scene_that_could_not_start_is_not_saved_after_a_checkpoint_either() {
    let Some(context) = Context::for_test() else { return };
    let mut simulation = session(&context);
    (0..40).for_each(|_| simulation.run(&mut Toolbox::default(), None, 8, false).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("pile.jostle");
    let scene = &simulation.request.scene.clone();
    let checkpoint = crate::checkpoint::Checkpoint::of(simulation.simulation.here(), scene, &simulation.built).unwrap();
    checkpoint.save(&kept).unwrap();
    let start = simulation.world.frame.position_of(&simulation.opened.start.particles[250]);

    let mut session = testing::session(Scene::find(kept.to_str().unwrap()).unwrap(), Overrides::default(), &context);
    let path = folder.path().join("saved.toml");
    session.save(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    session.draw(ObstacleShape::Box { centre: start, size: [4.0; 2], angle: 0.0 }).unwrap();
    let refused = session.save(&path).unwrap_err();
    assert!(refused.is_about_input() && refused.to_string().contains("inside"), "{refused}");
    assert!(!path.exists());
    // Nor is it lost where the window has to go.
    let rescued = session.rescue(folder.path()).unwrap();
    assert_eq!(std::fs::read_to_string(&rescued).unwrap().matches("[[obstacle]]").count(), 1);
}

/// What runs, what the scene says and what the next start has.
fn falls(session: &mut Session) -> [Fall; 3] {
    session.run(&mut Toolbox::default(), None, 2, false).unwrap();
    let built = session.request.scene.build(&session.built).unwrap();
    assert_eq!(built.fall(), session.request.scene.fall());
    [session.simulation.here().world().fall(), session.request.scene.fall(), session.world.fall()]
}

#[test]
fn gravity_is_one_edit_from_when_a_slider_is_taken_to_when_it_is_let_go() {
    let Some(context) = Context::for_test() else { return };
    let mut session = session(&context);
    let before = session.world.fall();
    let [half, whole] = [-4.0, 5.0].map(|x| Fall { gravity: [x, -3.0], drag: 0.5 });
    session.set_fall(half).unwrap();
    assert_eq!(falls(&mut session), [half, before, half]);
    assert!(session.has_unsaved_edits() && !session.history().leads(Way::Undo));
    session.set_fall(whole).unwrap();
    session.keep_fall().unwrap();
    session.keep_fall().unwrap();
    assert_eq!(falls(&mut session), [whole; 3]);
    for (way, fall) in [(Way::Undo, before), (Way::Redo, whole), (Way::Revert, before), (Way::Undo, whole), (Way::Undo, before)] {
        session.go(way).unwrap();
        assert_eq!(falls(&mut session), [fall; 3], "{way:?}");
    }
    assert!(!session.has_unsaved_edits() && !session.history().leads(Way::Undo));
    // What is not let go yet is dropped by an undo.
    session.set_fall(half).unwrap();
    session.go(Way::Undo).unwrap();
    assert_eq!(falls(&mut session), [before; 3]);
    // And stays with a new start.
    session.set_fall(half).unwrap();
    let mut session = session.restarted(&Backend::cpu(Some(2)), &context).unwrap();
    assert_eq!(falls(&mut session), [half; 3]);
}

#[test]
fn gravity_that_nothing_can_have_leaves_that_which_there_is() {
    let Some(context) = Context::for_test() else { return };
    let mut session = session(&context);
    let before = session.world.fall();
    session.set_fall(Fall { gravity: [0.0, 8e8], drag: 0.0 }).unwrap_err();
    assert_eq!(falls(&mut session), [before; 3]);
}
