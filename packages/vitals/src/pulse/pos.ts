// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { ColourTrace } from '../frames/recording.ts';
import { bandPass } from '../signal/butterworth.ts';
import type { PulseMethod } from './method.ts';

const WINDOW_S = 1.6;

/**
 * Plane orthogonal to skin tone: windows of 1.6 s at every frame, each divided by its mean colour, projected on (0, 1,
 * -1) and (-2, 1, 1) and added up (Wang et al. 2017, doi:10.1109/TBME.2016.2609282).
 */
export const POS: PulseMethod = {
  id: 'pos',
  extract(colour, rate, { lowHz, highHz }) {
    const length = Math.min(Math.round(WINDOW_S * rate), colour.red.length);
    return bandPass(overlapped(colour, length), rate, lowHz, highHz);
  },
};

/** Numbers stored for each window: the factors of its green, blue and red. */
const KEPT = 3;

/**
 * The inverted sum of all windows' pulses, so that upwards means more blood. A window's pulse is its colours times the
 * window's factors, so a frame's sum is its colours times the summed factors of its windows. A pulse has zero mean: the
 * mean of each colour over its mean is 1, and the projections of that are 0.
 */
function overlapped(colour: ColourTrace, length: number): Float64Array {
  const frames = colour.red.length;
  const windows = factorsOf(colour, length);
  const out = zeros(frames);
  let ofGreen = 0;
  let ofBlue = 0;
  let ofRed = 0;
  for (let i = 0; i < frames; i++) {
    const begun = KEPT * i;
    if (begun < windows.length) {
      ofGreen += windows[begun] ?? 0;
      ofBlue += windows[begun + 1] ?? 0;
      ofRed += windows[begun + 2] ?? 0;
    }
    const ended = KEPT * (i - length);
    if (ended >= 0) {
      ofGreen -= windows[ended] ?? 0;
      ofBlue -= windows[ended + 1] ?? 0;
      ofRed -= windows[ended + 2] ?? 0;
    }
    const { red, green, blue } = colour;
    out[i] = -(ofGreen * (green[i] ?? 0) + ofBlue * (blue[i] ?? 0) + ofRed * (red[i] ?? 0));
  }
  return out;
}

/**
 * Factors of each window, by its first frame. Uses sliding sums of the colours minus the first frame's, which loses
 * little precision.
 */
function factorsOf({ red, green, blue }: ColourTrace, n: number): Float64Array {
  const frames = red.length;
  const out = zeros(KEPT * Math.max(0, frames - n + 1));
  const r0 = red[0] ?? 0;
  const g0 = green[0] ?? 0;
  const b0 = blue[0] ?? 0;
  let sr = 0;
  let sg = 0;
  let sb = 0;
  let rr = 0;
  let gg = 0;
  let bb = 0;
  let rg = 0;
  let rb = 0;
  let gb = 0;
  for (let i = 0; i < frames; i++) {
    const r = (red[i] ?? 0) - r0;
    const g = (green[i] ?? 0) - g0;
    const b = (blue[i] ?? 0) - b0;
    // The frame that leaves the window; none while the first one fills.
    const gone = i - n;
    const r1 = gone < 0 ? 0 : (red[gone] ?? 0) - r0;
    const g1 = gone < 0 ? 0 : (green[gone] ?? 0) - g0;
    const b1 = gone < 0 ? 0 : (blue[gone] ?? 0) - b0;
    sr += r - r1;
    sg += g - g1;
    sb += b - b1;
    rr += r * r - r1 * r1;
    gg += g * g - g1 * g1;
    bb += b * b - b1 * b1;
    rg += r * g - r1 * g1;
    rb += r * b - r1 * b1;
    gb += g * b - g1 * b1;
    const start = gone + 1;
    if (start < 0) continue;
    const mr = sr / n;
    const mg = sg / n;
    const mb = sb / n;
    const perRed = 1 / (r0 + mr);
    const perGreen = 1 / (g0 + mg);
    const perBlue = 1 / (b0 + mb);
    // Variances and covariances of the colours over their means.
    const ofR = (rr / n - mr * mr) * perRed * perRed;
    const ofG = (gg / n - mg * mg) * perGreen * perGreen;
    const ofB = (bb / n - mb * mb) * perBlue * perBlue;
    const ofRG = (rg / n - mr * mg) * perRed * perGreen;
    const ofRB = (rb / n - mr * mb) * perRed * perBlue;
    const ofGB = (gb / n - mg * mb) * perGreen * perBlue;
    const variance1 = Math.max(0, ofG + ofB - 2 * ofGB);
    const variance2 = Math.max(0, ofG + ofB + 4 * ofR + 2 * ofGB - 4 * ofRG - 4 * ofRB);
    const alpha = variance2 > 1e-24 ? Math.sqrt(variance1 / variance2) : 0;
    // The sum of both projections, as one factor each for green, blue and red.
    out[KEPT * start] = (1 + alpha) * perGreen;
    out[KEPT * start + 1] = (alpha - 1) * perBlue;
    out[KEPT * start + 2] = -2 * alpha * perRed;
  }
  return out;
}
