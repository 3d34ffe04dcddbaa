// Does again with Dawn, the WebGPU of Chromium, what a run did with wgpu, and looks for its digest in what comes back:
//
//   node replay.mjs TRACE DIGEST    a folder that a run with JOSTLE_TRACE left, the digest that the run printed
import fs from 'node:fs';
import path from 'node:path';
import { create, globals } from 'webgpu';
import { parse } from './ron.mjs';

const [folder, digest] = process.argv.slice(2);
if (!/^0x[0-9a-f]{16}$/.test(digest)) fail(`${digest} is no digest`);
const { GPUBufferUsage: Usage, GPUMapMode, GPUShaderStage } = globals;
// The GPU goes when nothing holds it.
const gpu = create(['backend=vulkan']);
const adapter = await gpu.requestAdapter();
if (!adapter) fail('Dawn has no Vulkan adapter: see VK_DRIVER_FILES');
const device = await adapter.requestDevice({ requiredLimits: limits(adapter) });
device.addEventListener('uncapturederror', (event) => fail(event.error.message));

/** What was made, by the number that the trace has for it. */
const made = new Map();
/** What was read back, submission by submission. */
const read = [];

/** What belongs to a number. */
const of = ({ 0: number }) => made.get(number) ?? fail(`${number} was never made`);
const keep = ({ 0: number }, object) => made.set(number, object);

const actions = {
  CreateBuffer: ({ 0: id, 1: { size, usage } }) => {
    // All that a trace writes is written by the queue here.
    const names = usage.split('|').map((name) => name.trim()).filter((name) => name !== 'MAP_WRITE');
    const bits = names.reduce((bits, name) => bits | (Usage[name] ?? fail(`there is no usage ${name}`)), Usage.COPY_DST);
    keep(id, device.createBuffer({ size: Math.ceil(size / 4) * 4, usage: bits }));
  },
  WriteBuffer: ({ id, data, offset }) => device.queue.writeBuffer(of(id), offset, file(data)),
  CreateShaderModule: ({ id, data }) => keep(id, device.createShaderModule({ code: file(data).toString() })),
  CreateBindGroupLayout: ({ 0: id, 1: { entries } }) => keep(id, device.createBindGroupLayout({ entries: entries.map(layoutEntry) })),
  CreatePipelineLayout: ({ 0: id, 1: { bind_group_layouts } }) =>
    keep(id, device.createPipelineLayout({ bindGroupLayouts: bind_group_layouts.map((layout) => layout && of(layout)) })),
  CreateBindGroup: ({ 0: id, 1: { layout, entries } }) =>
    keep(id, device.createBindGroup({ layout: of(layout), entries: entries.map(groupEntry) })),
  CreateComputePipeline: ({ id, desc: { layout, stage } }) =>
    keep(id, device.createComputePipeline({ layout: of(layout), compute: { module: of(stage.module), entryPoint: stage.entry_point } })),
  Submit: ({ 1: commands }) => submit(commands),
};
// Of time and of pipelines kept nothing comes back.
for (const name of ['Init', 'CreatePipelineCache', 'CreateQuerySet']) actions[name] = () => {};

const commands = {
  CopyBufferToBuffer: (encoder, { src, src_offset, dst, dst_offset, size }) =>
    encoder.copyBufferToBuffer(of(src), src_offset, of(dst), dst_offset, size ?? undefined),
  ClearBuffer: (encoder, { dst, offset, size }) => encoder.clearBuffer(of(dst), offset, size ?? undefined),
  RunComputePass: (encoder, { pass }) => {
    const run = encoder.beginComputePass();
    // Those of all groups, one behind the other.
    const offsets = [...pass.dynamic_offsets];
    for (const command of pass.commands) one(dispatches, command)(run, command, offsets);
    run.end();
  },
  ResolveQuerySet: () => {},
};

const dispatches = {
  SetPipeline: (pass, { 0: pipeline }) => pass.setPipeline(of(pipeline)),
  SetBindGroup: (pass, { index, bind_group, num_dynamic_offsets }, offsets) =>
    pass.setBindGroup(index, of(bind_group), offsets.splice(0, num_dynamic_offsets)),
  DispatchWorkgroups: (pass, { 0: { 0: x, 1: y, 2: z } }) => pass.dispatchWorkgroups(x, y, z),
};

const trace = fs.readFileSync(path.join(folder, 'trace.ron'), 'utf8').trimEnd();
for (const action of parse(trace.endsWith(']') ? trace : `${trace}]`)) {
  if (!action.$.startsWith('Drop') && !action.$.startsWith('Destroy')) await one(actions, action)(action);
}
await device.queue.onSubmittedWorkDone();
// Two words of 32 bits, the lower one first.
const bytes = Buffer.from(digest.replace('0x', ''), 'hex').reverse();
if (!read.some((back) => back.includes(bytes))) fail(`the digest ${digest} did not come back`);
console.log(`${digest} on ${adapter.info.description} by Dawn, too`);
process.exit(0);

function fail(message) {
  console.error(`${folder}: ${message}`);
  process.exit(1);
}

/** The one of these that is called what this is. */
function one(all, what) {
  return all[what.$] ?? fail(`nothing here does ${JSON.stringify(what).slice(0, 200)}`);
}

/** All limits that an adapter has. */
function limits(adapter) {
  const all = {};
  for (const name in Object.getPrototypeOf(adapter.limits)) {
    if (typeof adapter.limits[name] === 'number') all[name] = adapter.limits[name];
  }
  return all;
}

/** What a file of the trace holds. */
function file(data) {
  return fs.readFileSync(path.join(folder, data[0]));
}

function layoutEntry({ binding, ty }) {
  const type = ty.ty === 'Uniform' ? 'uniform' : ty.ty.read_only ? 'read-only-storage' : 'storage';
  return { binding, visibility: GPUShaderStage.COMPUTE, buffer: { type, hasDynamicOffset: ty.has_dynamic_offset } };
}

function groupEntry({ binding, resource: { 0: { buffer, offset, size } } }) {
  return { binding, resource: { buffer: of(buffer), offset, size: size ?? undefined } };
}

async function submit(list) {
  const encoder = device.createCommandEncoder();
  for (const command of list) one(commands, command)(encoder, command);
  device.queue.submit([encoder.finish()]);
  const copied = list.filter((command) => command.$ === 'CopyBufferToBuffer').map((command) => of(command.dst));
  for (const buffer of new Set(copied.filter((buffer) => buffer.usage & Usage.MAP_READ))) {
    await buffer.mapAsync(GPUMapMode.READ);
    read.push(Buffer.from(buffer.getMappedRange().slice(0)));
    buffer.unmap();
  }
}
