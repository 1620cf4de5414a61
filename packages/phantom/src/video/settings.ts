// SPDX-License-Identifier: Apache-2.0
import type { Polarity, Rgb, SkinTone } from '../appearance.ts';
import { inRange } from '../in-range.ts';
import type { Face } from './picture.ts';

export interface FaceVideoOptions {
  readonly bpm?: number;
  readonly breaths?: number;
  /** Requested standard deviation of the beat intervals, ms. Default 0: a metronome. */
  readonly sdnn?: number;
  /** First harmonic of the pulse in green on the brightest skin, levels. Default 1; 0 is a still face. */
  readonly amplitude?: number;
  readonly polarity?: Polarity;
  readonly skinTone?: SkinTone;
  /** Skin in even light, and how much blood darkens it, levels: replaces `skinTone`; `amplitude` multiplies it. */
  readonly complexion?: { readonly skin: Rgb; readonly blood: Rgb } | null;
  readonly face?: Face;
  /** Minimum length, s; the loop may be up to twice as long so that it holds whole periods. Default 30. */
  readonly seconds?: number;
  readonly frameRate?: number;
  /** Draws each frame's number into it, for tests. Default true. */
  readonly barcode?: boolean;
  readonly seed?: number;
  /** Sensor noise, levels of luma. Default 1. */
  readonly grain?: number;
  /** Sideways motion, pixels either way. Default 0. */
  readonly sway?: number;
  /** Lift of the head with the breath, pixels either way. Default 1. */
  readonly lift?: number;
  /** Lift of shoulders and chest with the breath, relative to `lift`. Default 2.5: 3.6 mm peak to peak. */
  readonly shoulders?: number;
  /** Relative amplitude of a slow change of the light. Default 0. */
  readonly lightDrift?: number;
  /** Degrees. */
  readonly yaw?: number;
  readonly roll?: number;
  readonly scale?: number;
  /** Centre of the face, picture widths and heights. Default 0.5 and 0.49. */
  readonly centreX?: number;
  readonly centreY?: number;
}

export type Settings = Required<FaceVideoOptions>;

const DEFAULTS: Settings = {
  bpm: 72,
  breaths: 15,
  sdnn: 0,
  amplitude: 1,
  polarity: 'absorbing',
  skinTone: 'light',
  complexion: null,
  face: 'face',
  seconds: 30,
  frameRate: 30,
  barcode: true,
  seed: 1,
  grain: 1,
  sway: 0,
  lift: 1,
  shoulders: 2.5,
  lightDrift: 0,
  yaw: 0,
  roll: 0,
  scale: 1,
  centreX: 0.5,
  centreY: 235 / 480,
};

const LIMITS: Readonly<Partial<Record<keyof Settings, readonly [number, number]>>> = {
  amplitude: [0, 20],
  seconds: [1, 600],
  frameRate: [1, 120],
  grain: [0, 20],
  sway: [0, 100],
  lift: [0, 50],
  shoulders: [0, 10],
  lightDrift: [0, 0.5],
  yaw: [-60, 60],
  roll: [-180, 180],
  scale: [0.05, 3],
  centreX: [-1, 2],
  centreY: [-1, 2],
};

/** @throws RangeError that names the option and its range. */
export function settingsOf(options: FaceVideoOptions): Settings {
  const settings = { ...DEFAULTS, ...options };
  for (const [name, limits] of Object.entries(LIMITS)) {
    inRange(name, Number(new Map<string, unknown>(Object.entries(settings)).get(name)), ...limits);
  }
  return settings;
}
