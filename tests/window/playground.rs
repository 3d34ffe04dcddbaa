//! `jostle shapes`: what it draws is what the queries answer.

use egui::{Color32, Pos2, Rect};
use image::RgbaImage;
use jostle::geometry::{DVec2, Method};
use jostle::shapes::broad::Broad;
use jostle::shapes::painting::{BACKGROUND, BOXES, CLOSEST, CONTACT, GHOST, HULL};
use jostle::shapes::playground::{Playground, Settings};
use jostle::shapes::queries::{Answer, Answers};
use jostle::shapes::scene::{Body, Scene, corners_of};
use jostle::shapes::{panel, view::View};

use super::{Display, close, ended};

/// The window's picture of 1000 × 700 pixels.
fn picture(display: &Display, arguments: &[&str]) -> RgbaImage {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shapes.png");
    let fixed = ["shapes", "--size", "1000x700", "--screenshot", path.to_str().unwrap()];
    assert!(ended(display.start_program(&[&fixed, arguments].concat())).success());
    let image = image::open(&path).unwrap().to_rgba8();
    assert_eq!(image.dimensions(), (1000, 700));
    image
}

fn view() -> View {
    View::fit(Rect::from_min_max(Pos2::ZERO, Pos2::new(1000.0 - panel::WIDTH, 700.0)))
}

/// Whether a colour is within two pixels of a point of the plane.
fn is_near(image: &RgbaImage, point: DVec2, colour: Color32) -> bool {
    let place = view().on_screen(point);
    let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| [place.x as i32 + x, place.y as i32 + y]));
    let alike = |[x, y]: [i32; 2]| {
        let pixel = image.get_pixel(x.clamp(0, 999) as u32, y.clamp(0, 699) as u32).0;
        (0..3).all(|c| pixel[c].abs_diff(colour[c]) <= 40)
    };
    around.into_iter().any(alike)
}

/// The share of a closed line, looked at every tenth of a unit, at which a colour is.
fn share_along(image: &RgbaImage, corners: &[DVec2], colour: Color32) -> f64 {
    let (mut seen, mut all, mut walked) = (0, 0, 0.0);
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let length = a.distance(*b);
        while walked < length {
            all += 1;
            seen += i32::from(is_near(image, *a + (*b - *a) * (walked / length), colour));
            walked += 0.1;
        }
        walked -= length;
    }
    f64::from(seen) / f64::from(all)
}

#[test]
fn the_playground_shows_shapes_that_touch_in_another_colour_and_nothing_beside_them() {
    let Some(display) = Display::start() else { return };
    let image = picture(&display, &["--seed", "5", "--shapes", "18"]);
    let bodies = Scene::seeded(5, 18).bodies;
    let touching = Answers::new(&bodies, Method::GjkEpa, Broad::Tree).touching;
    assert!(touching.contains(&true) && touching.contains(&false), "the layout has both");
    let (mut right, mut inside, mut empty, mut beside) = (0, 0, 0, 0);
    for (x, y) in (0..700).step_by(7).flat_map(|y| (0..660).step_by(7).map(move |x| (x, y))) {
        let point = view().in_plane(Pos2::new(x as f32 + 0.5, y as f32 + 0.5));
        let pixel = image.get_pixel(x, y).0;
        let distance = |body: &Body| body.convex().surface(body.pose.local_point(point)).unwrap().distance;
        match bodies.iter().rposition(|body| distance(body) < -0.05) {
            Some(index) => {
                inside += 1;
                right += i32::from((pixel[0] > pixel[2]) == touching[index]);
            }
            None if bodies.iter().all(|body| distance(body) > 0.1) => {
                beside += 1;
                empty += i32::from((0..3).all(|c| pixel[c].abs_diff(BACKGROUND[c]) <= 2));
            }
            None => {}
        }
    }
    assert!(inside > 500 && f64::from(right) > 0.85 * f64::from(inside), "{right} of {inside} points in shapes have their colour");
    assert!(beside > 500 && f64::from(empty) > 0.9 * f64::from(beside), "{empty} of {beside} points beside shapes are empty");
}

#[test]
fn the_playground_draws_contacts_closest_points_hull_boxes_and_the_first_touch_where_the_queries_say() {
    let Some(display) = Display::start() else { return };
    let mut ground = Playground::new(1, 12, Settings { method: Method::Sat, broad: Broad::Grid, ..Settings::default() });
    let from = ground.scene.bodies[4].pose.translation;
    ground.hold(Some(4), from, false);
    ground.drag_to(DVec2::new(4.0, -2.0));
    let touch = ground.touch().expect("there is a shape on the way");
    let ghost = ground.scene.bodies[4].outline(&touch.pose);
    let box_of_circle = corners_of(&ground.scene.bodies[0].convex().aabb(&ground.scene.bodies[0].pose));
    let hull = ground.scene.hull();

    let dragged = ["--drag", "4:4,-2", "--method", "sat", "--broad-phase", "uniform-grid"];
    let image = picture(&display, &[&dragged[..], &["--hull", "--boxes"]].concat());
    assert!(share_along(&image, &hull, HULL) > 0.8, "{}", share_along(&image, &hull, HULL));
    assert!(share_along(&image, &box_of_circle, BOXES) > 0.9, "{}", share_along(&image, &box_of_circle, BOXES));
    assert!(share_along(&image, &ghost, GHOST) > 0.5, "{}", share_along(&image, &ghost, GHOST));
    let answers = ground.answers();
    let contacts: Vec<_> = answers.rows.iter().filter(|row| matches!(row.answer, Answer::Overlap(_))).collect();
    assert!(contacts.len() > 2);
    for row in contacts {
        let Answer::Overlap(contact) = row.answer else { continue };
        // The ring around the point.
        let beside = [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y].map(|way| contact.point_a + way * (3.5 / view().scale()));
        assert!(beside.iter().any(|point| is_near(&image, *point, CONTACT)), "{row:?}");
    }
    let apart = answers.rows_of(Some(4)).filter_map(|row| if let Answer::Apart(closest) = row.answer { Some(closest) } else { None });
    for closest in apart.take(4) {
        assert!(is_near(&image, closest.point_a, CLOSEST) && is_near(&image, closest.point_b, CLOSEST), "{closest:?}");
    }

    let image = picture(&display, &["--method", "sat"]);
    for (line, colour) in [(&hull[..], HULL), (&box_of_circle, BOXES), (&ghost, GHOST)] {
        assert!(share_along(&image, line, colour) < 0.3, "not asked for: {colour:?} {}", share_along(&image, line, colour));
    }
}

#[test]
fn closing_the_playground_ends_the_program_and_so_do_its_keys() {
    let Some(display) = Display::start() else { return };
    close(&display, display.start_program(&["shapes"]));
    let child = display.start_program(&["shapes"]);
    let window = display.window();
    display.xdotool(&["windowfocus", "--sync", &window, "key", "ctrl+q"]);
    assert!(ended(child).success());
}
