//! Draws the picture of an open window: the world, the panel over it, the screenshot of a script, and what is filmed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use image::imageops::crop_imm;

use super::ViewerError;
use super::canvas;
use super::file_names::unused;
use super::open::Open;
use super::recording::Recording;
use super::screenshot::{Screenshot, unseen};
use super::small_discs::{self, Lit};
use super::ui::Painted;
use super::view_block::ViewBlock;
use crate::files;
use crate::picture::Colour;
use crate::picture::palette::Palette;
use crate::picture::png;

impl Open {
    /// Draws the picture, if there is something to see.
    pub(super) fn draw(&mut self, painted: &Painted) -> Result<(), ViewerError> {
        let timed = self.session.as_mut().is_some_and(|session| std::mem::take(&mut session.stats.timed));
        if timed {
            self.context.wait()?;
        }
        let Some(texture) = self.surface.acquire(&self.context)? else { return Ok(()) };
        let size = [texture.texture.width(), texture.texture.height()];
        let start = Instant::now();
        self.draw_on(&texture.texture.create_view(&Default::default()), size, painted)?;
        if let Some(session) = self.session.as_mut().filter(|_| timed) {
            self.context.wait()?;
            session.stats.draw_milliseconds = Some(start.elapsed().as_secs_f64() * 1e3);
        }
        self.window.pre_present_notify();
        self.context.queue.present(texture);
        Ok(())
    }

    /// Draws the world and the panel over it.
    fn draw_on(&mut self, target: &wgpu::TextureView, size: [u32; 2], painted: &Painted) -> Result<(), ViewerError> {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.draw_world(&mut encoder, target, size)?;
        self.ui.paint(&self.context, &mut encoder, target, size, painted);
        self.context.queue.submit([encoder.finish()]);
        Ok(())
    }

    fn draw_world(&mut self, encoder: &mut wgpu::CommandEncoder, target: &wgpu::TextureView, size: [u32; 2]) -> Result<(), ViewerError> {
        if let Some(session) = &mut self.session {
            if self.lit.as_ref().is_some_and(|lit| lit.size != size) {
                session.wait()?;
            }
            let show = self.controls.show();
            let palette = match self.palette.take() {
                Some(palette) if palette.shows(&show) => palette,
                _ => {
                    let palette = Palette::new(&session.opened, &show);
                    match self.canvas.prepare(&self.context, &palette).map_err(ViewerError::from) {
                        Ok(()) => palette,
                        // An image of more discs than the adapter binds: there are other colours.
                        Err(error) if error.is_about_input() && self.script.is_none() => {
                            self.message = format!("not shown: {error}");
                            self.controls.colour = Colour::default();
                            let palette = Palette::new(&session.opened, &self.controls.show());
                            self.canvas.prepare(&self.context, &palette)?;
                            palette
                        }
                        Err(error) => return Err(error),
                    }
                }
            };
            if !session.is_away() {
                let view = self.camera.view;
                let host = session.on_host().filter(|_| small_discs::pays(&self.context, &view, &palette));
                self.lit = host.map(|solver| Lit { view, size, light: small_discs::light(solver, &view, &palette, size) });
            }
            // While it is away the discs that the host has drawn can be seen from nowhere else.
            let view = self.lit.as_ref().map_or(&self.camera.view, |lit| &lit.view);
            let block = ViewBlock::new(view, &palette, session.link_count(), !self.surface.format().is_srgb());
            let sources = session.sources(&self.context, self.lit.as_ref().map(|lit| &lit.light), palette.shows_forces());
            match sources.map_err(ViewerError::from) {
                Ok(sources) => self.canvas.draw(&self.context, encoder, target, size, &block, &sources),
                // It can be seen from farther away, and saved.
                Err(error) if error.is_about_input() && self.script.is_none() => {
                    self.message = format!("not drawn: {error}");
                    canvas::clear(encoder, target);
                }
                Err(error) => return Err(error),
            }
            self.palette = Some(palette);
        } else {
            canvas::clear(encoder, target);
        }
        Ok(())
    }

    /// Writes the screenshot of the frame that is on the screen.
    pub(super) fn end_script(&mut self, painted: &Painted) -> Result<(), ViewerError> {
        let path = self.script.as_ref().and_then(|script| script.screenshot.clone());
        path.map_or(Ok(()), |path| self.save_picture(path, painted))
    }

    /// Writes what the window shows, under a name that says of what and when, and says where.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn write_picture(&mut self, painted: &Painted) -> Result<(), ViewerError> {
        let Some(session) = &self.session else {
            self.message = "no picture: there is nothing to see yet".into();
            return Ok(());
        };
        let path = unused(Path::new(""), &session.request.scene, session.substep_count(), "png");
        let whole = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        self.message = match self.save_picture(path, painted) {
            Ok(()) => format!("wrote {}", whole.display()),
            // Scripts end with it; who looks at the window tries elsewhere.
            Err(ViewerError::Screenshot(error)) => format!("no picture: {error}"),
            Err(error) => return Err(error),
        };
        self.repaint_now();
        Ok(())
    }

    fn save_picture(&mut self, path: PathBuf, painted: &Painted) -> Result<(), ViewerError> {
        let size = self.surface.size().ok_or_else(|| unseen(&path))?;
        let screenshot = Screenshot::new(&self.context.device, self.surface.format(), size);
        self.draw_on(&screenshot.view(), size, painted)?;
        Ok(png::save(&screenshot.read(&self.context)?, &path)?)
    }

    /// Begins a film under a name that says of what and from when, or ends it and says where it is.
    pub(super) fn film(&mut self) {
        if let Some(recording) = self.recording.take() {
            let seconds = recording.seconds();
            self.message = match recording.end() {
                Ok(None) => "no film: nothing was seen while it went on".into(),
                Ok(Some((path, bytes))) => {
                    let whole = std::path::absolute(&path).unwrap_or(path);
                    format!("wrote {}: {seconds:.1} s, {:.1} MB", whole.display(), bytes as f64 / 1e6)
                }
                Err(error) => format!("no film: {error}"),
            };
            return;
        }
        let (Some(session), Some([_, height])) = (&self.session, self.surface.size()) else {
            self.message = "no film: there is nothing to see yet".into();
            return;
        };
        let path = unused(Path::new(""), &session.request.scene, session.substep_count(), "gif");
        match files::check([&*path]) {
            Ok(()) => self.recording = Some(Recording::new(path, [self.free_width, height], session.seconds())),
            Err(error) => self.message = format!("no film: {error}"),
        }
    }

    /// Takes the world as it was drawn into the film, if one goes on and a picture is due.
    pub(super) fn take_into_film(&mut self) -> Result<(), ViewerError> {
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let (Some(session), Some(size)) = (&self.session, self.surface.size()) else {
            recording.skip();
            return Ok(());
        };
        let due = recording.due(session.seconds(), self.controls.speed);
        if due == 0 {
            return Ok(());
        }
        let screenshot = Screenshot::new(&self.context.device, self.surface.format(), size);
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.draw_world(&mut encoder, &screenshot.view(), size)?;
        self.context.queue.submit([encoder.finish()]);
        let picture = screenshot.read(&self.context)?;
        let free = crop_imm(&picture, 0, 0, self.free_width, size[1]).to_image();
        if let Some(recording) = &mut self.recording {
            recording.take(free, due);
        }
        Ok(())
    }
}
