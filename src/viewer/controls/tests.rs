//! What is asked for, what is built, and what shows.

use super::*;

fn controls(particles: u64, asked: Option<u64>) -> Controls {
    let numbers = Numbers { particles, seed: None };
    Controls::new("pile", numbers, asked)
}

#[test]
fn only_a_number_that_the_user_changed_is_asked_for() {
    let mut controls = controls(100, None);
    controls.take_numbers();
    assert_eq!(controls.asked, None);
    controls.numbers.particles = 300;
    controls.take_numbers();
    assert_eq!(controls.asked, Some(300));
    // The shapes of the scene allow 299: that is no wish.
    controls.now_built(Numbers { particles: 299, seed: None });
    assert_eq!((controls.numbers, controls.asked), (controls.built, Some(300)));
    controls.take_numbers();
    assert_eq!(controls.asked, Some(300));
}

#[test]
fn the_colours_of_an_image_show_at_once_and_only_where_they_belong() {
    let mut controls = controls(100, None);
    let reveal = Arc::new(Reveal::new(&[], 0, &image::RgbaImage::new(1, 1)));
    controls.offer(Some(reveal.clone()));
    assert_eq!((controls.colour.to_string(), controls.colours.len()), ("image".into(), 5));
    controls.next_colour();
    controls.offer(Some(reveal.clone()));
    assert_eq!(controls.colour, Colour::Speed, "another one was chosen");
    (0..4).for_each(|_| controls.next_colour());
    assert_eq!(controls.colour, Colour::Reveal(reveal));
    controls.offer(None);
    assert_eq!((controls.colour.clone(), controls.colours.len()), (Colour::Speed, 4));
}

#[test]
fn a_number_that_is_changed_while_a_scene_is_built_waits() {
    let mut controls = controls(100, None);
    controls.take_numbers();
    controls.numbers.particles = 300;
    controls.now_built(Numbers { particles: 120, seed: None });
    assert_eq!((controls.numbers.particles, controls.built.particles), (300, 120));
}

#[test]
fn the_panel_folds_away_in_a_narrow_window_and_comes_back_unless_it_was_hidden() {
    let mut panel = PanelFold::new();
    panel.follow(900.0);
    assert!(panel.shown);
    panel.follow(300.0);
    assert!(!panel.shown && panel.narrow);
    panel.follow(900.0);
    assert!(panel.shown);
    panel.follow(300.0);
    panel.toggle();
    panel.follow(310.0);
    assert!(panel.shown, "opened by hand it stays");
    panel.toggle();
    panel.follow(900.0);
    assert!(!panel.shown, "hidden by hand it stays hidden");
}
