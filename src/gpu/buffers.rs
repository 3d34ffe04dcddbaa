//! Owns every buffer on the device.

use std::ops::Range;

use encase::ShaderType;

use super::context::Context;
use super::ended_loops::EndedLoops;
use super::parities::Parities;
use super::uploads::Uploads;
use crate::passes::{Access, Slot};
use crate::sizes::Sizes;
use crate::slots::{BATCH, COLOURS};
use crate::solver::SolverError;
use crate::world::contacts::ContactRow;
use crate::world::levels::MAX_LEVELS;
use crate::world::obstacles::cover::Cover;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{LinkStage, Params, Stage, Substep};
use crate::world::state::State;

/// The buffers of a simulation. Of what there are two, [`Parities`] tell which is the current one.
pub struct Buffers {
    /// Particles that fit.
    pub capacity: u32,
    /// Bytes from one substep's values to the next in the substep buffer.
    pub substep_stride: u32,
    /// Bytes from one stage's values to the next in the stage buffer.
    pub stage_stride: u32,
    /// The same in the buffer of stages of links.
    pub link_stage_stride: u32,
    /// Whether loops were ended.
    pub ended_loops: EndedLoops,
    /// By slot, as the parities of the start have them.
    all: Vec<wgpu::Buffer>,
}

impl Buffers {
    /// Buffers with room for so many elements, filled from a state.
    pub fn new(context: &Context, params: &Params, state: &State, link_stages: &[LinkStage], sizes: &Sizes) -> Result<Self, SolverError> {
        let alignment = context.device.limits().min_uniform_buffer_offset_alignment;
        let substep_stride = (Substep::min_size().get() as u32).next_multiple_of(alignment);
        let stage_stride = (Stage::min_size().get() as u32).next_multiple_of(alignment);
        let link_stage_stride = (LinkStage::min_size().get() as u32).next_multiple_of(alignment);
        let bytes = |slot: Slot| match slot {
            Slot::Substep => u64::from(substep_stride * BATCH),
            Slot::Stage => u64::from(stage_stride * COLOURS * MAX_LEVELS),
            // At least one, so that it can be bound.
            Slot::LinkStage => u64::from(link_stage_stride) * link_stages.len().max(1) as u64,
            _ => slot.bytes(sizes),
        };
        let all = Slot::ALL.iter().map(|&slot| buffer(context, slot, bytes(slot))).collect::<Result<_, _>>()?;
        let ended_loops = EndedLoops::new(context);
        let buffers = Self { capacity: sizes.particles as u32, substep_stride, stage_stride, link_stage_stride, ended_loops, all };
        buffers.write_stages(context);
        buffers.write_link_stages(context, link_stages);
        buffers.write_params(context, params);
        buffers.write_state(context, state, sizes, Parities::default())?;
        Ok(buffers)
    }

    /// The buffer that a slot means with these parities.
    pub fn get(&self, slot: Slot, parities: Parities) -> &wgpu::Buffer {
        &self.all[parities.buffer_of(slot) as usize]
    }

    /// The buffer of a slot that there is only one of.
    pub fn single(&self, slot: Slot) -> &wgpu::Buffer {
        self.get(slot, Parities::default())
    }

    /// What a bind group binds for a slot.
    pub fn binding(&self, slot: Slot, access: Access, parities: Parities) -> wgpu::BindingResource<'_> {
        let buffer = self.get(slot, parities);
        let size = match slot {
            Slot::Substep if access == Access::Uniform => Some(Substep::min_size()),
            Slot::Stage => Some(Stage::min_size()),
            Slot::LinkStage => Some(LinkStage::min_size()),
            _ => None,
        };
        wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: 0, size })
    }

    /// Writes the constants.
    pub fn write_params(&self, context: &Context, params: &Params) {
        let mut bytes = encase::UniformBuffer::new(Vec::new());
        bytes.write(params).expect("a vector grows as needed");
        context.queue.write_buffer(self.single(Slot::Params), 0, bytes.as_ref());
    }

    fn write_stages(&self, context: &Context) {
        for index in 0..COLOURS * MAX_LEVELS {
            let mut bytes = encase::UniformBuffer::new(Vec::new());
            bytes.write(&Stage { index }).expect("a vector grows as needed");
            context.queue.write_buffer(self.single(Slot::Stage), u64::from(index * self.stage_stride), bytes.as_ref());
        }
    }

    fn write_link_stages(&self, context: &Context, stages: &[LinkStage]) {
        let stride = self.link_stage_stride as usize;
        let mut bytes = vec![0u8; stride * stages.len()];
        for (stage, place) in stages.iter().zip(bytes.chunks_mut(stride)) {
            encase::UniformBuffer::new(place).write(stage).expect("the stride holds a stage");
        }
        context.queue.write_buffer(self.single(Slot::LinkStage), 0, &bytes);
    }

    /// Writes the values of up to [`BATCH`] substeps, digest slots numbered from 0.
    pub fn write_substeps(&self, context: &Context, substeps: &[Substep]) {
        let stride = self.substep_stride as usize;
        let mut bytes = vec![0u8; stride * substeps.len()];
        for (place, (substep, bytes)) in substeps.iter().zip(bytes.chunks_mut(stride)).enumerate() {
            let substep = Substep { place: place as u32, ..substep.clone() };
            encase::UniformBuffer::new(bytes).write(&substep).expect("the stride holds a substep");
        }
        context.queue.write_buffer(self.single(Slot::Substep), 0, &bytes);
    }

    /// Larger buffers for obstacles of these sizes, which do not hold what those hold in whose place they are: for
    /// [`Self::take`], once it is known that there was memory for all. None where those that there are will do.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind.
    pub fn larger_for_obstacles(&self, context: &Context, sizes: &Sizes) -> Result<Vec<(Slot, wgpu::Buffer)>, SolverError> {
        let limit = context.largest_binding();
        let mut larger = Vec::new();
        for slot in [Slot::Facets, Slot::CoverStarts, Slot::CoverRows, Slot::Poses] {
            let bytes = slot.bytes(sizes);
            if bytes > self.single(slot).size() {
                larger.push((slot, buffer(context, slot, bytes.max((bytes + bytes / 4).min(limit / 4 * 4)))?));
            }
        }
        Ok(larger)
    }

    /// Puts buffers in the place of others; bind groups have to be made again.
    pub fn take(&mut self, buffers: Vec<(Slot, wgpu::Buffer)>) {
        for (slot, buffer) in buffers {
            self.all[Parities::default().buffer_of(slot) as usize] = buffer;
        }
    }

    /// Writes the facets of obstacles, which stay the same.
    pub fn write_facets(&self, context: &Context, facets: &[Facet]) {
        self.write(context, Slot::Facets, bytemuck::cast_slice(facets));
    }

    /// Writes where obstacles that stay can be touched.
    pub fn write_cover(&self, context: &Context, cover: &Cover) {
        self.write(context, Slot::CoverStarts, bytemuck::cast_slice(&cover.starts));
        self.write(context, Slot::CoverRows, bytemuck::cast_slice(&cover.rows));
    }

    /// Writes where moving obstacles are in some substeps, and where they can be touched, behind what [stays](Self::write_cover).
    pub fn write_movers(&self, context: &Context, poses: &[Pose], cover: &Cover) {
        let write = |slot, still: usize, bytes: &[u8]| {
            if !bytes.is_empty() {
                context.queue.write_buffer(self.single(slot), still as u64 * slot.row().element.bytes(), bytes);
            }
        };
        let (starts, rows) = (cover.still_starts(), cover.still_rows());
        write(Slot::Poses, 0, bytemuck::cast_slice(poses));
        write(Slot::CoverStarts, starts, bytemuck::cast_slice(&cover.starts[starts..]));
        write(Slot::CoverRows, rows, bytemuck::cast_slice(&cover.rows[rows..]));
    }

    fn write(&self, context: &Context, slot: Slot, bytes: &[u8]) {
        if !bytes.is_empty() {
            context.queue.write_buffer(self.single(slot), 0, bytes);
        }
    }

    /// Writes a state into the current snapshots. What contacts carry is nothing where it was left out.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn write_state(&self, context: &Context, state: &State, sizes: &Sizes, parities: Parities) -> Result<(), SolverError> {
        let mut uploads = Uploads::new(context);
        let mut write = |slot, bytes: &[u8]| uploads.write(self.get(slot, parities), 0, bytes);
        write(Slot::Particles, bytemuck::cast_slice(&state.particles))?;
        write(Slot::Displacements, bytemuck::cast_slice(&state.displacements))?;
        write(Slot::Births, bytemuck::cast_slice(&state.births))?;
        write(Slot::LinkStarts, bytemuck::cast_slice(&state.links.starts))?;
        write(Slot::LinkRows, bytemuck::cast_slice(&state.links.rows))?;
        write(Slot::Joints, bytemuck::cast_slice(&state.links.joints))?;
        write(Slot::Contacts, bytemuck::cast_slice(&state.contacts))?;
        write(Slot::Bodies, bytemuck::cast_slice(&state.bodies))?;
        write(Slot::Tangents, bytemuck::cast_slice(&state.tangents))?;
        write(Slot::Counters, bytemuck::bytes_of(&state.counters))?;
        if state.contacts.is_empty() {
            self.write_copies(&mut uploads, Slot::Contacts, 0..Slot::Contacts.bytes(sizes), parities, ContactRow::NONE)?;
        }
        if state.tangents.is_empty() {
            self.write_copies(&mut uploads, Slot::Tangents, 0..Slot::Tangents.bytes(sizes), parities, 0.0f32)?;
        }
        Ok(())
    }

    /// Writes the same into each element within some bytes of a slot.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn write_copies<T: bytemuck::NoUninit>(
        &self,
        uploads: &mut Uploads<'_>,
        slot: Slot,
        bytes: Range<u64>,
        parities: Parities,
        element: T,
    ) -> Result<(), SolverError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let some = vec![element; 1 << 16];
        let some: &[u8] = bytemuck::cast_slice(&some);
        for first in bytes.clone().step_by(some.len()) {
            let length = (bytes.end - first).min(some.len() as u64) as usize;
            uploads.write(self.get(slot, parities), first, &some[..length])?;
        }
        Ok(())
    }

    /// Bytes of all buffers.
    pub fn bytes(&self) -> u64 {
        self.all.iter().map(wgpu::Buffer::size).sum()
    }
}

/// A zeroed buffer, at least as long as any element (an empty one cannot be bound).
fn buffer(context: &Context, slot: Slot, bytes: u64) -> Result<wgpu::Buffer, SolverError> {
    let uniform = slot.row().element.is_uniform();
    let limit = context.largest_binding();
    if !uniform && bytes > limit {
        return Err(SolverError::BindingTooLarge { what: slot.name().into(), bytes, limit, adapter: context.info.name.clone() });
    }
    // Others may draw what is stored, an instance for each element.
    let kind = if uniform { wgpu::BufferUsages::UNIFORM } else { wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX };
    Ok(context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(slot.name()),
        size: bytes.max(64).next_multiple_of(4),
        usage: kind | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }))
}
