// SPDX-License-Identifier: Apache-2.0
/** One second-order section in direct form; `a0` is 1. */
interface Section {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Second-order Butterworth sections by the bilinear transform (Butterworth 1930). */
function section(kind: 'low' | 'high', cutoffHz: number, rate: number): Section {
  const k = Math.tan((Math.PI * cutoffHz) / rate);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const a1 = 2 * (k * k - 1) * norm;
  const a2 = (1 - Math.SQRT2 * k + k * k) * norm;
  const b0 = kind === 'low' ? k * k * norm : norm;
  return { b0, b1: (kind === 'low' ? 2 : -2) * b0, b2: b0, a1, a2 };
}

/** Direction of a run through a series. */
type Way = 1 | -1;

/** Runs a section over `x` in place, from the state it would rest in at the first value it meets. */
function run(x: Float64Array, { b0, b1, b2, a1, a2 }: Section, way: Way): void {
  const start = way === 1 ? 0 : x.length - 1;
  const first = x[start] ?? 0;
  const rest = (first * (b0 + b1 + b2)) / (1 + a1 + a2);
  let z2 = b2 * first - a2 * rest;
  let z1 = b1 * first - a1 * rest + z2;
  for (let i = start; i >= 0 && i < x.length; i += way) {
    const value = x[i] ?? 0;
    const y = b0 * value + z1;
    z1 = b1 * value - a1 * y + z2;
    z2 = b2 * value - a2 * y;
    x[i] = y;
  }
}

/** Both ends continued by point reflection, so that the filter starts and ends without a jump. */
function padded(x: Float64Array, pad: number): Float64Array {
  const out = new Float64Array(x.length + 2 * pad);
  out.set(x, pad);
  const first = x[0] ?? 0;
  const last = x[x.length - 1] ?? 0;
  for (let i = 1; i <= pad; i++) {
    out[pad - i] = 2 * first - (x[i] ?? 0);
    out[pad + x.length - 1 + i] = 2 * last - (x[x.length - 1 - i] ?? 0);
  }
  return out;
}

function zeroPhase(x: Float64Array, sections: readonly Section[], slowestS: number): Float64Array {
  if (x.length < 2) return new Float64Array(x.length);
  const pad = Math.min(x.length - 1, Math.ceil(slowestS));
  const work = padded(x, pad);
  for (const way of [1, -1] as const) for (const one of sections) run(work, one, way);
  return work.slice(pad, pad + x.length);
}

/**
 * Zero-phase band-pass, second-order Butterworth at each edge, run forward and backward (-6 dB at the edges).
 * @param x uniform samples without NaN. @param rate samples/s. @param lowHz,highHz band edges; a high edge at or
 * above 0.49 of the rate leaves the top open.
 */
export function bandPass(
  x: Float64Array,
  rate: number,
  lowHz: number,
  highHz: number,
): Float64Array {
  const sections = [section('high', lowHz, rate)];
  if (highHz < 0.49 * rate) sections.push(section('low', highHz, rate));
  return zeroPhase(x, sections, (1.5 * rate) / lowHz);
}

/** Zero-phase low-pass of the same kind. */
export function lowPass(x: Float64Array, rate: number, highHz: number): Float64Array {
  if (highHz >= 0.49 * rate) return x.slice();
  return zeroPhase(x, [section('low', highHz, rate)], (1.5 * rate) / highHz);
}
