// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { standardDeviation } from '../signal/statistics.ts';
import { chrominanceOf, type LogTrace } from './logs.ts';
import type { Rectifier } from './rectify.ts';

/** Half width of the band around a frequency in which colours are compared, Hz. */
const REACH_HZ = 0.12;

/**
 * Colour of what oscillates at one frequency, from the channels' logs. Blood takes more green than blue and more
 * blue than red (about 1 : 0.69 : 0.43 of relative change; de Haan & van Leest 2014,
 * doi:10.1088/0967-3334/35/9/1913), light takes all alike, so the two can be told apart.
 */
export interface Signature {
  /** Part of green's oscillation that G + B - 2R follows: about 0.8 for blood, 0 for light. */
  readonly chroma: number;
  /** G - B along G + B - 2R: about 0.4 for blood, of any sign for colour drift. */
  readonly tint: number;
}

export function signatureAt(skin: LogTrace, rate: number, hz: number): Signature {
  if (!Number.isFinite(hz)) return { chroma: 0, tint: 0 };
  const near = (log: Float64Array): Float64Array =>
    bandPass(log, rate, hz - REACH_HZ, hz + REACH_HZ);
  const [green, blue, chrominance] = [near(skin.green), near(skin.blue), near(chrominanceOf(skin))];
  let ss = 0;
  let st = 0;
  for (let i = 0; i < green.length; i++) {
    const s = chrominance[i] ?? 0;
    ss += s * s;
    st += s * ((green[i] ?? 0) - (blue[i] ?? 0));
  }
  return { chroma: chromaOf(green, chrominance), tint: ss > 0 ? st / ss : 0 };
}

/** Parts of a face must be so many to compare. */
const LEAST_PARTS = 3;

/**
 * Standard deviation of the chroma over the parts of a face at one frequency: blood has one colour wherever it
 * flows, light that drifts in colour falls on each part from another side. 0 with too few parts to tell.
 * @param rectified takes the light's changes out.
 */
export function chromaSpread(
  parts: readonly LogTrace[],
  rectified: Rectifier,
  rate: number,
  hz: number,
): number {
  if (parts.length < LEAST_PARTS) return 0;
  const near = (log: Float64Array): Float64Array =>
    bandPass(rectified(log), rate, hz - REACH_HZ, hz + REACH_HZ);
  return standardDeviation(
    parts.map((part) => chromaOf(near(part.green), near(chrominanceOf(part)))),
  );
}

/** Part of green's oscillation that the chrominance follows. */
function chromaOf(green: Float64Array, chrominance: Float64Array): number {
  let gg = 0;
  let gs = 0;
  for (let i = 0; i < green.length; i++) {
    gg += (green[i] ?? 0) ** 2;
    gs += (green[i] ?? 0) * (chrominance[i] ?? 0);
  }
  return gg > 0 ? gs / gg : 0;
}

/** Below this chroma a green oscillation is light, above the second blood; between, partly trusted. */
const LIGHT_CHROMA = 0.2;
const BLOOD_CHROMA = 0.6;

/** Share of trust, 0..1, in GREEN when what it sees at its own peak has this signature. */
export function bloodShare({ chroma }: Signature): number {
  return Math.max(0, Math.min(1, (chroma - LIGHT_CHROMA) / (BLOOD_CHROMA - LIGHT_CHROMA)));
}
