//! What the user does to an open window: the panel, keys and mouse, once a redraw.

use super::ViewerError;
use super::controls::Command;
use super::cursor;
use super::notice;
use super::open::Open;
use super::overlay;
use super::panel::{self, Facts};
use super::pointing::Pointing;
use super::stepping::Script;
use super::tools::ToolName;
use super::ui::Painted;

impl Open {
    /// Runs the panel and reads keys and mouse.
    pub(super) fn run_panel(&mut self, commands: &mut Vec<Command>) -> Painted {
        let facts = Facts {
            session: self.session.as_ref(),
            backend: &self.backend_info,
            instead_of_gpu: self.backend.instead_of_gpu(),
            rates: &self.rates,
            loading: self.loading.as_ref().map(|loading| format!("building {}", loading.name)),
            palette: self.palette.as_ref(),
        };
        let (controls, input) = (&mut self.controls, &mut self.input);
        let (camera, scripted) = (&self.camera, self.script.is_some());
        let mut area = egui::Rect::NOTHING;
        // A picture that a script asks for shows the same wherever the mouse happens to be.
        if self.script.as_ref().is_some_and(Script::ended) {
            self.ui.leave();
        }
        let painted = self.ui.run(&self.window, &self.context, |ui| {
            // egui may run this more than once for one picture; what was clicked or typed comes in the first time only.
            input.begin(ui.ctx());
            panel::show(ui, &facts, controls, commands);
            area = ui.available_rect_before_wrap();
            if !self.message.is_empty() && notice::show(ui.ctx(), area, &self.message) {
                commands.push(Command::Dismiss);
            }
            if let Some(recording) = &self.recording {
                notice::show_recording(ui.ctx(), area, recording.seconds());
            }
            if let Some((session, disc)) = facts.session.and_then(|session| Some((session, session.inspected.as_ref()?))) {
                disc.show_ring(ui.ctx(), area, session, &camera.view);
            }
            // While a script goes on the tool has no circle either.
            match facts.session.filter(|_| !scripted) {
                Some(session) if controls.toolbox.selected == ToolName::Edit => {
                    let pointing = Pointing::new(None, &camera.view, session, ui.ctx().pixels_per_point());
                    overlay::show(ui.ctx(), area, session, &camera.view, &controls.editor, pointing);
                }
                Some(session) => cursor::show(ui.ctx(), area, &session.world, &camera.view, &mut controls.toolbox),
                None => {}
            }
            // In here, since what was typed and pressed is gone after the first time.
            input.read(ui.ctx(), area, controls, commands);
        });
        self.move_camera(area);
        self.end_stroke();
        if self.input.tool_pixel(&self.ui.ctx).is_none() && self.led.is_none() {
            self.controls.toolbox.release();
        }
        painted
    }

    /// Moves the view as keys and mouse ask for; the panel leaves it `area`, in points.
    fn move_camera(&mut self, area: egui::Rect) {
        let motions = self.input.take_motions();
        if let (Some(session), Some(size)) = (&self.session, self.surface.size()) {
            let pixels = f64::from(self.ui.ctx.pixels_per_point());
            let area = [area.left(), area.top(), area.width().max(1.0), area.height().max(1.0)].map(|x| f64::from(x) * pixels);
            // A world that has come is fitted before it is moved.
            self.free_width = (area[2].round() as u32).clamp(1, size[0].max(1));
            self.camera.follow(&session.world.params, size.map(f64::from), area);
            motions.into_iter().for_each(|motion| self.camera.go(&session.world.params, motion));
        }
    }

    /// Lets the mouse edit obstacles while it has that tool.
    pub(super) fn edit_obstacles(&mut self) -> Result<(), ViewerError> {
        let (strokes, cancelled) = (self.input.take_strokes(), self.input.take_cancelled());
        // What is being built has the scene as it was; an edit would be lost with the session that it takes the place of.
        let edits = self.controls.toolbox.selected == ToolName::Edit && self.loading.is_none();
        let Some(session) = self.session.as_mut().filter(|_| edits) else {
            self.controls.editor.stand_by(&strokes);
            return self.session.as_mut().map_or(Ok(()), |session| session.release(false).map(drop));
        };
        let (view, ctx) = (&self.camera.view, &self.ui.ctx);
        let pointing = |held| Pointing::new(held, view, session, ctx.pixels_per_point());
        let at = |pixel| overlay::scene_at(&session.world.frame, view, pixel);
        let strokes: Vec<_> = strokes.into_iter().map(|pixel| pointing(pixel.map(at))).collect();
        let anew = self.input.draws_anew();
        if cancelled {
            let cancelled = self.controls.editor.cancel(session);
            return self.tell(cancelled);
        }
        if strokes.iter().any(|stroke| stroke.held.is_some()) {
            self.message.clear();
            (self.discarded, self.controls.editor.file.warned) = (None, None);
        }
        for stroke in strokes {
            let edited = self.controls.editor.follow(Pointing { paused: self.controls.paused, anew, ..stroke }, session);
            if let Err(error) = edited {
                return self.tell(Err(error));
            }
        }
        self.controls.editor.follow_landing(session);
        Ok(())
    }
}
