// Runs a program of WebAssembly (wasm32-wasip1) with the files of this machine: node --no-warnings wasi.mjs PROGRAM [ARGUMENT...]
import fs from 'node:fs';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, env: process.env, preopens: { '/': '/' } });
const { instance } = await WebAssembly.instantiate(fs.readFileSync(args[0]), wasi.getImportObject());
process.exit(wasi.start(instance));
