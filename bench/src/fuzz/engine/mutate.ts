// SPDX-License-Identifier: Apache-2.0
import type { Random } from './random.ts';
import { bytesOf, jsonOf, textOf } from './bytes.ts';
import { mutateJson } from './mutate-json.ts';

/** Maximum size of an input. */
export const MAX_BYTES = 64 * 1024;

export interface Material {
  readonly random: Random;
  /** Other inputs, to splice with. */
  readonly others: readonly Uint8Array[];
  /** Strings of the protocol. */
  readonly words: readonly string[];
}

type Mutator = (input: Uint8Array, material: Material) => Uint8Array;

const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts).subarray(0, MAX_BYTES));

const flipBit: Mutator = (input, { random }) => {
  const out = input.slice();
  const at = random.below(out.length);
  out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
  return out;
};

const EDGES = [0, 1, 7, 0x20, 0x2e, 0x3d, 0x7f, 0x80, 0xc0, 0xed, 0xf4, 0xfe, 0xff];
const setByte: Mutator = (input, { random }) => {
  const out = input.slice();
  out[random.below(out.length)] = random.chance(0.5) ? random.pick(EDGES) : random.below(256);
  return out;
};

const NUMBERS = [0, 1, -1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 65_535, 65_536, 256, 900, 901, 64];
const setNumber: Mutator = (input, { random }) => {
  const out = input.slice();
  if (out.length < 8) return out;
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const at = random.below(out.length - 7);
  const kind = random.below(4);
  if (kind === 0) view.setUint16(at, random.pick(NUMBERS), true);
  else if (kind === 1) view.setUint32(at, random.pick(NUMBERS), true);
  else if (kind === 2) view.setFloat32(at, random.pick(FLOATS), true);
  else view.setFloat64(at, random.pick(FLOATS), true);
  return out;
};
const FLOATS = [NaN, Infinity, -Infinity, -0, 1e308, 5e-324, 255, 255.5, -1, 1e-30, 9.1e15];

const truncate: Mutator = (input, { random }) => input.slice(0, random.below(input.length + 1));

const remove: Mutator = (input, { random }) => {
  const from = random.below(input.length);
  const to = from + 1 + random.below(Math.min(64, input.length - from));
  return joined(input.subarray(0, from), input.subarray(to));
};

const repeat: Mutator = (input, { random }) => {
  const from = random.below(input.length);
  const to = from + 1 + random.below(Math.min(64, input.length - from));
  const part = input.subarray(from, to);
  const times = random.chance(0.05) ? 256 : 1 + random.below(4);
  return joined(
    input.subarray(0, from),
    ...Array.from({ length: times }, () => part),
    input.subarray(from),
  );
};

const insertWord: Mutator = (input, { random, words }) => {
  const at = random.below(input.length + 1);
  const over = random.chance(0.5) ? 0 : random.below(24);
  const word = bytesOf(random.pick(words));
  return joined(input.subarray(0, at), word, input.subarray(at + over));
};

const insertNoise: Mutator = (input, { random }) => {
  const at = random.below(input.length + 1);
  const noise = Uint8Array.from({ length: 1 + random.below(16) }, () => random.below(256));
  return joined(input.subarray(0, at), noise, input.subarray(at));
};

const splice: Mutator = (input, { random, others }) => {
  if (others.length === 0) return input;
  const other = random.pick(others);
  return joined(
    input.subarray(0, random.below(input.length + 1)),
    other.subarray(random.below(other.length + 1)),
  );
};

/** Mutates the trailing JSON of a text as JSON. */
const withinJson: Mutator = (input, { random, words }) => {
  const text = textOf(input);
  const starts = [text.indexOf('{'), text.indexOf('['), 0].filter((at) => at >= 0);
  for (const start of starts) {
    const value = jsonOf(text.slice(start));
    if (value === undefined) continue;
    return bytesOf(text.slice(0, start) + mutateJson(value, random, words)).slice(0, MAX_BYTES);
  }
  return insertWord(input, { random, words, others: [] });
};

/** Decodes what looks like base64 (tokens, payloads, results), mutates the content and encodes it again. */
const withinBase64: Mutator = (input, material) => {
  const text = textOf(input);
  const runs = [...text.matchAll(/[\w+/-]{8,}={0,2}/g)];
  if (runs.length === 0) return flipBit(input, material);
  const run = material.random.pick(runs);
  const inner = new Uint8Array(Buffer.from(run[0], 'base64'));
  if (inner.length === 0) return input;
  const changed = material.random.pick([withinJson, ...SIMPLE])(inner, material);
  const form = /[+/=]/.test(run[0]) ? 'base64' : 'base64url';
  const text64 = Buffer.from(changed).toString(form);
  return bytesOf(text.slice(0, run.index) + text64 + text.slice(run.index + run[0].length)).slice(
    0,
    MAX_BYTES,
  );
};

const SIMPLE: readonly Mutator[] = [
  flipBit,
  setByte,
  setNumber,
  truncate,
  remove,
  repeat,
  insertWord,
  insertNoise,
  splice,
];
const MUTATORS: readonly Mutator[] = [
  ...SIMPLE,
  withinJson,
  withinJson,
  withinJson,
  withinBase64,
  withinBase64,
];

/** One to eight changes, few more often than many. */
export function mutate(input: Uint8Array, material: Material): Uint8Array {
  const { random } = material;
  let out = input;
  for (let rounds = 1 << random.below(4); rounds > 0; rounds -= 1) {
    out = out.length === 0 ? insertWord(out, material) : random.pick(MUTATORS)(out, material);
  }
  return out.length > MAX_BYTES ? out.slice(0, MAX_BYTES) : out;
}
