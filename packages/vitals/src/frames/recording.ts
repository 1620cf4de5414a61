// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { ColourSeries, FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import { countOf, plus, times } from '../signal/elementwise.ts';
import { pchip, resampler } from '../signal/pchip.ts';
import { median } from '../signal/median.ts';
import { mean } from '../signal/statistics.ts';
import { once } from './once.ts';
import { skinParts } from './parts.ts';
import { screenFrames, type ScreenReason } from './screen.ts';
import { wholeSkin } from './skin.ts';
import { longestStretch } from './stretch.ts';

/** Samples/s of the uniform grid that colours are analysed on. */
export const GRID_RATE = 30;
/** Gaps up to this long are interpolated, ms; longer ones are masked. */
export const MAX_BRIDGED_MS = 300;
/** Frames of one group are at most this many usual steps apart. */
const MAX_GROUP_STEPS = 3;
/** A background seen in fewer of the usable frames than this is left out. */
const MIN_BACKGROUND_SHARE = 0.9;
/** A background with a mean of this level or more in any colour is overexposed and shows no change of the light. */
const OVEREXPOSED_LEVEL = 250;
/** Motion is in pixels of a picture this wide, the unit that the motion thresholds were determined in. */
const MOTION_FRAME_PX = 320;

/** A colour on the uniform grid, 8-bit levels. */
export interface ColourTrace {
  readonly red: Float64Array;
  readonly green: Float64Array;
  readonly blue: Float64Array;
}

/** Movement of shoulders and chest on the uniform grid. */
export interface ChestMovement {
  /**
   * Displacement since the first frame, in distances between the outer eye corners (about 9 cm), positive downwards;
   * holds its last value where confidence is 0.
   */
  readonly y: Float64Array;
  /**
   * Confidence that it was measured, 0..1. A body that sways as a whole is tracked as well as a breath, and moves the
   * head equally.
   */
  readonly confidence: Float64Array;
}

/** A whole recording on one uniform time grid, without NaN. */
export interface Recording {
  readonly rate: number;
  /** Capture time of sample 0, ms. */
  readonly originMs: number;
  readonly length: number;
  /** Usable frames per second of usable time. */
  readonly fps: number;
  /** 1 where frames were close enough to interpolate. */
  readonly usable: Uint8Array;
  /** Time covered by usable samples, s. */
  readonly usableS: number;
  readonly skin: ColourTrace;
  /**
   * The background behind the person under the same light; null where it was not seen or shows no change of the light.
   */
  readonly background: ColourTrace | null;
  /** The background is overexposed: the light on the face may change without it showing. */
  readonly backlit: boolean;
  /** Parts of the face that show skin, resampled on demand. */
  readonly parts: () => readonly ColourTrace[];
  /** Face centre in px of a 320 px wide picture and roll in degrees; null when not tracked. */
  readonly motion: { x: Float64Array; y: Float64Array; roll: Float64Array | null } | null;
  /** Null when it was never seen. */
  readonly chest: ChestMovement | null;
  /**
   * Output of a learned estimator in the browser for the pictures, in its own unit, on the same grid; null where none
   * ran or too much is missing.
   */
  readonly learned: Float64Array | null;
  /** Times of the frames used, ms, ascending. */
  readonly frameMs: Float64Array;
  /** Indices of the frames used in the original series, ascending. */
  readonly used: Uint32Array;
}

export type RecordingFault = ScreenReason | 'too-short' | 'low-frame-rate';

export type RecordingOutcome =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly reason: RecordingFault };

/** Least usable time for any result, s. */
const MIN_USABLE_S = 8.5;
/** Least share of usable frames for a short recording to be called too short rather than spoilt. */
const MIN_SEEN_SHARE = 0.7;
/** Least frames/s whose aliases cannot coincide with a resting heart's rate. */
const MIN_FPS = 7;

/** Screens the frames and resamples them to the uniform grid by their capture times. */
export function recordingOf(frames: FrameSeries): RecordingOutcome {
  const skin = wholeSkin(frames.regions, frames.timeMs.length);
  if (skin === null) return { ok: false, reason: 'no-face' };
  const screening = screenFrames(frames, skin);
  const usable = longestStretch(screening.usable, frames.timeMs);
  if (usable.length >= 4) {
    const cameraFps = 1000 / frameStepMs(frames.timeMs, usable);
    if (cameraFps < MIN_FPS) return { ok: false, reason: 'low-frame-rate' };
    const grid = gridOf(frames.timeMs, usable, groupSize(cameraFps));
    if (grid.usableS >= MIN_USABLE_S) return { ok: true, recording: onGrid(frames, skin, grid) };
  }
  const seen = screening.usable.length / Math.max(1, frames.timeMs.length);
  const spoilt = seen < MIN_SEEN_SHARE && screening.fault !== null;
  return { ok: false, reason: spoilt ? screening.fault : 'too-short' };
}

/** Resamples columns of the frames. */
type Put = <Columns extends readonly Float32Array[]>(
  ...columns: Columns
) => { [K in keyof Columns]: Float64Array };

/** The uniform grid of a recording, and the function that resamples its series. */
interface Grid extends Pick<
  Recording,
  'originMs' | 'length' | 'fps' | 'usable' | 'usableS' | 'frameMs' | 'used'
> {
  readonly put: Put;
}

function gridOf(timeMs: Float64Array, used: Uint32Array, group: number): Grid {
  const groups = groupsOf(timeMs, used, group);
  const frameMs = grouped(timeMs, groups, group);
  const originMs = frameMs[0] ?? 0;
  const at = plus(frameMs, -originMs);
  const step = 1000 / GRID_RATE;
  const length = Math.floor((at[at.length - 1] ?? 0) / step + 1e-6) + 1;
  const usable = usableMask(at, length, step);
  const usableS = countOf(usable) / GRID_RATE;
  const onEven = resampler(at, 0, step, length);
  return {
    originMs,
    length,
    fps: used.length / Math.max(usableS, 1 / GRID_RATE),
    usable,
    usableS,
    frameMs,
    used,
    put: (...columns) => {
      const onGrid = onEven(...columns.map((values) => grouped(values, groups, group)));
      return onGrid as { [K in keyof typeof columns]: Float64Array };
    },
  };
}

function onGrid(frames: FrameSeries, skin: RegionSeries, whole: Grid): Recording {
  const { put, ...grid } = whole;
  const { used } = grid;
  const background = putBackground(frames.background, used, put);
  const backlit = background !== null && isOverexposed(background);
  return {
    ...grid,
    rate: GRID_RATE,
    skin: putColour(skin, put),
    background: backlit ? null : background,
    backlit,
    parts: once(() => skinParts(frames, skin, used).map((part) => putColour(part, put))),
    motion: putMotion(frames, used, put),
    chest: putChest(frames, used, put),
    learned: putLearned(frames, whole),
  };
}

/** Usual time between usable frames, ms; NaN with fewer than two. */
export function frameStepMs(timeMs: Float64Array, usable: Uint32Array): number {
  const steps = zeros(Math.max(0, usable.length - 1));
  for (let k = 0; k < steps.length; k++) {
    steps[k] = (timeMs[usable[k + 1] ?? 0] ?? 0) - (timeMs[usable[k] ?? 0] ?? 0);
  }
  return median(steps);
}

/** Number of frames averaged together so that a fast camera's extra frames lower the noise instead of being skipped. */
function groupSize(fps: number): number {
  return Number.isFinite(fps) ? Math.max(1, Math.floor((fps + 3) / GRID_RATE)) : 1;
}

/** The usable frames in consecutive groups; none spans a gap, and frames left over before a gap are dropped. */
function groupsOf(timeMs: Float64Array, usable: Uint32Array, group: number): Uint32Array {
  if (group === 1) return usable;
  const widest = MAX_GROUP_STEPS * frameStepMs(timeMs, usable);
  const groups: number[] = [];
  let current: number[] = [];
  for (const i of usable) {
    const before = current.at(-1);
    if (before !== undefined && (timeMs[i] ?? 0) - (timeMs[before] ?? 0) > widest) current = [];
    current.push(i);
    if (current.length < group) continue;
    groups.push(...current);
    current = [];
  }
  return Uint32Array.from(groups);
}

function grouped(values: ArrayLike<number>, groups: Uint32Array, group: number): Float64Array {
  const out = zeros(groups.length / group);
  for (let k = 0; k < out.length; k++) {
    let sum = 0;
    for (let j = 0; j < group; j++) sum += values[groups[k * group + j] ?? 0] ?? Number.NaN;
    out[k] = sum / group;
  }
  return out;
}

function usableMask(at: Float64Array, length: number, step: number): Uint8Array {
  const mask = new Uint8Array(length).fill(1);
  for (let k = 1; k < at.length; k++) {
    const from = at[k - 1] ?? 0;
    const to = at[k] ?? 0;
    if (to - from <= MAX_BRIDGED_MS) continue;
    mask.fill(0, Math.floor(from / step) + 1, Math.ceil(to / step));
  }
  return mask;
}

function putColour(colour: ColourSeries, put: Put): ColourTrace {
  const [red, green, blue] = put(colour.red, colour.green, colour.blue);
  return { red, green, blue };
}

/** Null unless the background was seen in nearly all usable frames; the others keep its last colour. */
function putBackground(colour: ColourSeries, usable: Uint32Array, put: Put): ColourTrace | null {
  let seen = 0;
  for (const i of usable) if (hasLight(colour, i)) seen += 1;
  if (seen < MIN_BACKGROUND_SHARE * usable.length) return null;
  const { red, green, blue } = colour;
  return putColour({ red: held(red), green: held(green), blue: held(blue) }, put);
}

function isOverexposed({ red, green, blue }: ColourTrace): boolean {
  return Math.max(mean(red), mean(green), mean(blue)) >= OVEREXPOSED_LEVEL;
}

function hasLight({ red, green, blue }: ColourSeries, i: number): boolean {
  return (red[i] ?? 0) > 0 && (green[i] ?? 0) > 0 && (blue[i] ?? 0) > 0;
}

/** Replaces missing values by the last one seen (at the start, by the first one seen). */
function held(values: Float32Array): Float32Array {
  let last = values.find((value) => value > 0) ?? 1;
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) {
    const value = values[i] ?? 0;
    if (value > 0) last = value;
    out[i] = last;
  }
  return out;
}

function putMotion(frames: FrameSeries, usable: Uint32Array, put: Put): Recording['motion'] {
  const { centreX, centreY, roll } = frames.face;
  if (!allFinite(centreX, usable) || !allFinite(centreY, usable)) return null;
  const [x, y, turn] = put(centreX, centreY, roll);
  return {
    x: times(x, MOTION_FRAME_PX),
    y: times(y, MOTION_FRAME_PX),
    roll: allFinite(roll, usable) ? turn : null,
  };
}

function allFinite(values: Float32Array, usable: Uint32Array): boolean {
  for (const i of usable) if (!Number.isFinite(values[i])) return false;
  return true;
}

/** Adds up the movements of all frames, including unused ones: they contribute to the position of the chest too. */
function putChest(
  { chest, face }: FrameSeries,
  usable: Uint32Array,
  put: Put,
): ChestMovement | null {
  const eyes = median(face.width);
  if (chest === undefined || !(eyes > 0)) return null;
  if (!usable.some((i) => (chest.confidence[i] ?? 0) > 0)) return null;
  let sum = 0;
  const places = chest.shift.map((shift) => (sum += shift / eyes));
  const [y, confidence] = put(places, chest.confidence);
  return { y, confidence };
}

/** Least share of the usable time that a learned trace has to cover. */
const MIN_LEARNED_SHARE = 0.9;

/** Uses the times of the frames that were read: a slow device reads only every second one. */
function putLearned(
  { learned, timeMs }: FrameSeries,
  { used, originMs, length, usable, usableS }: Omit<Grid, 'put'>,
): Float64Array | null {
  if (learned === undefined) return null;
  const read = used.filter((i) => Number.isFinite(learned.pulse[i]));
  const at = Float64Array.from(read, (i) => (timeMs[i] ?? 0) - originMs);
  const step = 1000 / GRID_RATE;
  const [first = Infinity, last = -Infinity] = [at[0], at[at.length - 1]];
  const near = usableMask(at, length, step);
  let seen = 0;
  for (let i = 0; i < length; i++) {
    if (i * step >= first - step && i * step <= last + step)
      seen += (near[i] ?? 0) * (usable[i] ?? 0);
  }
  if (seen < MIN_LEARNED_SHARE * GRID_RATE * usableS) return null;
  const values = Float64Array.from(read, (i) => learned.pulse[i] ?? 0);
  return pchip(at, values, 0, step, length);
}
