//! `render`, and pictures that discs show: what is drawn, and into which files.

use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Rgba, RgbaImage};

use super::{SMALL, folder, jostle_in, names};

/// An image whose left half is red and whose right half is blue.
fn write_halves(path: &Path) {
    let image = RgbaImage::from_fn(64, 64, |x, _| if x < 32 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 255, 255]) });
    image.save(path).unwrap();
}

fn read(folder: &Path, name: &str) -> RgbaImage {
    image::open(folder.join(name)).unwrap().to_rgba8()
}

/// How much of the left half of a picture that is lit by discs is red, and of the right half blue, from 0 to 1.
fn halves_shown(image: &RgbaImage) -> [f64; 2] {
    let share = |columns: std::ops::Range<u32>, of: usize| {
        let pixels = columns.flat_map(|x| (0..image.height()).map(move |y| image.get_pixel(x, y).0));
        let lit: Vec<_> = pixels.filter(|[r, _, b, _]| r.abs_diff(*b) > 60).collect();
        lit.iter().filter(|pixel| pixel[of] > pixel[2 - of]).count() as f64 / lit.len() as f64
    };
    let middle = image.width() / 2;
    // What stands at the border may be of both.
    [share(0..middle - 3, 0), share(middle + 3..image.width(), 2)]
}

#[test]
fn render_writes_a_picture_of_the_size_asked_for() {
    let folder = folder();
    let mut pictures = Vec::new();
    for (frame, colour) in [(0, "speed"), (30, "speed"), (30, "id"), (30, "id --forces"), (30, "id --forces=20")] {
        jostle_in(folder.path(), &format!("render pile -o a.png --frame {frame} --size 160x90 --colour {colour} {SMALL}")).ok();
        let picture = std::fs::read(folder.path().join("a.png")).unwrap();
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(picture[16..24], [0, 0, 0, 160, 0, 0, 0, 90], "width and height in the header");
        assert!(!pictures.contains(&picture), "frame {frame} in {colour} looks like another");
        pictures.push(picture);
    }
    assert_eq!(names(&folder), ["a.png".to_owned()].into(), "only the picture is there");
}

#[test]
fn the_speed_with_the_brightest_colour_can_be_said_and_what_is_beyond_is_told() {
    let folder = folder();
    let scene = format!("{ONE_DISC}velocity = [30, 0]\n");
    std::fs::write(folder.path().join("one.toml"), scene).unwrap();
    let drawn = |colour: &str| {
        let line = format!("render one.toml -o a.png --frame 0 --view 3,3,7,7 --size 40x40 --backend cpu --colour {colour}");
        let told = jostle_in(folder.path(), &line).ok().stderr;
        (*read(folder.path(), "a.png").get_pixel(20, 20), told)
    };
    let [(white, _), (darker, other)] = ["speed=30", "speed=300"].map(drawn);
    assert!(white.0.iter().all(|&c| c > 220) && darker.0[0] < 160, "{white:?}, {darker:?}");
    assert!(other.contains("speed from 0 to 300.0 units/s") && !other.contains("the fastest disc"), "{other}");
    let (clipped, told) = drawn("speed=10");
    assert!(clipped == white && told.contains("the fastest disc goes 30 units/s") && told.contains("--colour speed=30)"), "{told}");
}

#[test]
fn a_film_is_one_picture_a_frame_each_as_if_drawn_alone() {
    let folder = folder();
    let outcome = jostle_in(folder.path(), &format!("render gas -o film-###.png --frame 4..11 --every 3 --size 80x60 {SMALL}")).ok();
    let said = "wrote 3 pictures, film-004.png to film-010.png (frames 4 to 10 of gas)";
    assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    assert_eq!(names(&folder), ["film-004.png", "film-007.png", "film-010.png"].map(String::from).into());
    for frame in ["004", "007", "010"] {
        jostle_in(folder.path(), &format!("render gas -o alone.png --frame {frame} --size 80x60 {SMALL}")).ok();
        assert!(read(folder.path(), "alone.png") == read(folder.path(), &format!("film-{frame}.png")), "frame {frame}");
    }
}

#[test]
fn a_film_in_one_file_has_the_pictures_that_files_of_their_own_would_have() {
    let folder = folder();
    for (options, size, frames, every) in
        [("--frame 3..9 --every 3 --size 80x60", [80, 60], 3..=9, 3), ("--frame 7 --size 9x9", [9, 9], 7..=7, 1)]
    {
        let line = format!("render billiard --colour id {options} {SMALL}");
        let outcome = jostle_in(folder.path(), &format!("{line} -o film.gif")).ok();
        assert!(outcome.stderr.contains("wrote film.gif, ") && outcome.stderr.contains(" MB (frame"), "{}", outcome.stderr);
        let pictures = film(folder.path(), "film.gif");
        assert_eq!(pictures.len(), frames.clone().step_by(every).count(), "{options}");
        jostle_in(folder.path(), &format!("{line} -o film-#.png")).ok();
        for (frame, picture) in frames.step_by(every).zip(pictures) {
            assert_eq!(picture.dimensions(), size.into());
            let drawn = read(folder.path(), &format!("film-{frame}.png"));
            let off = picture.as_raw().iter().zip(drawn.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(off < Some(60), "frame {frame} is off by {off:?} of 255");
        }
    }
    // Every other frame, unless it is said otherwise.
    jostle_in(folder.path(), &format!("render gas -o usual.gif --frame 0..3 {SMALL}")).ok();
    let usual = film(folder.path(), "usual.gif");
    assert_eq!((usual.len(), usual[0].dimensions()), (2, (640, 360)));
}

/// The pictures of a film in one file.
fn film(folder: &Path, name: &str) -> Vec<RgbaImage> {
    let file = std::io::BufReader::new(std::fs::File::open(folder.join(name)).unwrap());
    let frames = GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap();
    frames.into_iter().map(image::Frame::into_buffer).collect()
}

#[test]
fn numbers_in_names_have_digits_enough_to_sort_by_and_stand_for_a_single_frame_too() {
    let folder = folder();
    for (out, frames, written) in [
        ("a#.png", "0..10 --every 5", vec!["a00.png", "a05.png", "a10.png"]),
        ("b-##-##.png", "3", vec!["b-##-03.png"]),
        ("c###.png", "7..7 --every 9", vec!["c007.png"]),
        ("d.png", "0..3 --every 9", vec!["d.png"]),
    ] {
        jostle_in(folder.path(), &format!("render gas -o {out} --frame {frames} --size 20x20 {SMALL}")).ok();
        let start = out.chars().next().unwrap();
        assert_eq!(names(&folder).into_iter().filter(|name| name.starts_with(start)).collect::<Vec<_>>(), written);
    }
}

/// A disc of radius 2 in the lower left of a world of 40 by 20.
const ONE_DISC: &str = "[world]\nsize = [40, 20]\ngravity = [0, 0]\n[[disc]]\nat = [5, 5]\nradius = 2\n";

#[test]
fn a_view_shows_its_part_of_the_world_in_its_middle_and_what_is_around() {
    let folder = folder();
    std::fs::write(folder.path().join("one.toml"), ONE_DISC).unwrap();
    for (view, centre, radius) in [
        // As wide as the picture, as high as it, as large as it; and reaching outside of the world.
        ("4,2,12,4", [25.0, 0.0], 50.0),
        ("3,0,5,8", [112.5, 37.5], 25.0),
        ("0,0,16,8", [62.5, 37.5], 25.0),
        ("-11,-3,21,13", [100.0, 50.0], 12.5),
    ] {
        let line = format!("render one.toml -o a.png --frame 0 --size 200x100 --colour id --backend cpu --view {view}");
        jostle_in(folder.path(), &line).ok();
        let image = read(folder.path(), "a.png");
        for (x, y, pixel) in image.enumerate_pixels() {
            let distance = (f64::from(x) + 0.5 - centre[0]).hypot(f64::from(y) + 0.5 - centre[1]);
            // Nothing else has much of a colour.
            let [r, g, b, _] = pixel.0;
            let lit = r.max(g).max(b) - r.min(g).min(b) > 50;
            if (distance - radius).abs() > 2.0 {
                assert_eq!(lit, distance < radius, "{view}: {pixel:?} at {x}, {y}");
            }
        }
    }
}

#[test]
fn discs_show_an_image_in_the_frame_asked_for_and_not_before() {
    let folder = folder();
    write_halves(&folder.path().join("halves.png"));
    // Discs of a gas have gone everywhere by then.
    let line = format!("render gas --size 200x200 --reveal halves.png --seed 3 {SMALL}");
    jostle_in(folder.path(), &format!("{line} -o end.png --frame 300")).ok();
    jostle_in(folder.path(), &format!("{line} -o start.png --frame 0 --reveal-frame 300")).ok();
    jostle_in(folder.path(), &format!("{line} -o film-#.png --frame 299..301 --reveal-frame 300")).ok();
    jostle_in(folder.path(), &format!("{line} -o after.png --frame 301 --reveal-frame 300")).ok();
    let [end, start] = ["end.png", "start.png"].map(|name| halves_shown(&read(folder.path(), name)));
    assert!(end.iter().all(|&share| share > 0.98), "{end:?}");
    assert!(start.iter().all(|&share| share < 0.8), "{start:?}");
    assert!(read(folder.path(), "film-300.png") == read(folder.path(), "end.png"), "run again it comes to the same");
    assert!(read(folder.path(), "film-301.png") == read(folder.path(), "after.png"), "the image is found once");

    let line_of_run = format!("run gas --headless --size 200x200 --seed 3 --reveal halves.png {SMALL}");
    for (rest, picture) in [("--screenshot run.png --frames 300", "run.png"), ("--reveal-frame 300", "jostle-gas.png")] {
        jostle_in(folder.path(), &format!("{line_of_run} {rest}")).ok();
        assert!(read(folder.path(), picture) == read(folder.path(), "end.png"), "{rest}: the last frame is the one that shows it");
    }
    jostle_in(folder.path(), &format!("{line} -o few-#.png --frame 0..301 --every 300")).ok();
    assert!(read(folder.path(), "few-300.png") == read(folder.path(), "end.png"), "the last picture is the one that shows it");
}

#[test]
fn an_image_is_read_whatever_its_file_is_called_and_never_replaced() {
    let folder = folder();
    let path = folder.path().join("halves.png");
    write_halves(&path);
    image::open(&path).unwrap().to_rgb8().save(folder.path().join("halves.jpg")).unwrap();
    std::fs::rename(folder.path().join("halves.jpg"), folder.path().join("photo.png")).unwrap();
    jostle_in(folder.path(), &format!("render gas -o a.png --frame 0 --reveal photo.png {SMALL}")).ok();
    for line in [
        "render gas -o ./halves.png --frame 0 --reveal halves.png",
        "gas --headless --frames 1 --screenshot halves.png --reveal halves.png",
    ] {
        let outcome = jostle_in(folder.path(), &format!("{line} {SMALL}"));
        assert_eq!(outcome.code, Some(2), "{line}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("halves.png, which the image is read from: it would be replaced"), "{line}: {}", outcome.stderr);
    }
    assert_eq!(read(folder.path(), "halves.png").get_pixel(0, 0).0, [255, 0, 0, 255]);
}

/// A header may say anything of what follows.
#[test]
fn an_image_of_more_pixels_than_memory_holds_is_refused() {
    let folder = folder();
    let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    header.extend([200_000u32.to_be_bytes(), 200_000u32.to_be_bytes()].concat());
    // Sixteen bits a channel, with alpha; the checksum of the above; then its data, of which there is none.
    header.extend(*b"\x10\x06\0\0\0");
    header.extend(crc32(&header[12..]).to_be_bytes());
    header.extend(*b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    std::fs::write(folder.path().join("bomb.png"), header).unwrap();
    let outcome = jostle_in(folder.path(), &format!("render gas -o a.png --reveal bomb.png {SMALL}"));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("200000 × 200000 pixels"), "{}", outcome.stderr);
}

/// The checksum of PNG (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }))
}
