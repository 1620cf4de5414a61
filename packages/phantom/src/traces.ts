// SPDX-License-Identifier: Apache-2.0
/** Region traces of a synthetic subject, as a browser would have extracted them from a camera. */
import type {
  ColourSeries,
  FaceSeries,
  FrameSeries,
  RegionSeries,
} from '@perfuse/contract/payload/chunk';
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';
import {
  BLOOD_COLOUR,
  polaritySign,
  SKIN_TONES,
  type Polarity,
  type Rgb,
  type SkinTone,
} from './appearance.ts';
import { cameraClock, type CameraFrames } from './clock.ts';
import { lightAt } from './light.ts';
import { headAt, type Head } from './motion.ts';
import { seededRandom, type Random } from './random.ts';
import {
  createSubject,
  SECOND_HARMONIC,
  type Subject,
  type SubjectOptions,
  type Truth,
} from './subject.ts';

/** Band in which signal and noise are compared, Hz: heart rates of 36 to 240 per minute. */
const SNR_BAND = { fromHz: 0.6, toHz: 4 } as const;

export interface TraceOptions extends SubjectOptions {
  /** Length, s, above 0. Default 30. */
  readonly durationS?: number;
  /** Nominal camera rate, frames/s. Default 30. */
  readonly frameRate?: number;
  /** First harmonic of the pulse in the whole skin's green, levels. Default 0.5; 0 is a face without a pulse. */
  readonly amplitude?: number;
  /**
   * Power of the pulse over that of the sensor noise within 0.6 to 4 Hz in the whole skin's green, dB. Default 10.
   * A face without a pulse gets the noise it would have with the default amplitude.
   */
  readonly snr?: number;
  readonly polarity?: Polarity;
  readonly skinTone?: SkinTone;
  /** Standard deviation of the frame times around their grid, ms. Default 2. */
  readonly jitter?: number;
  /** Share of frames the camera loses, 0..0.9. Default 0. */
  readonly dropped?: number;
  /** Slow wander of the light, shared with the background: relative standard deviation. Default 0.004. */
  readonly lightDrift?: number;
  /** Periodic flicker of the light, shared with the background. Default none. */
  readonly flicker?: { readonly hz: number; readonly depth: number };
  /** Sideways head motion, frame widths peak to peak. Default 0.002. */
  readonly sway?: number;
  /** Stretches without a face in the picture, s from the start. */
  readonly absent?: readonly (readonly [number, number])[];
  /** Time of the first frame on the camera's clock, ms. */
  readonly startMs?: number;
}

export interface PhantomTraces {
  readonly frames: FrameSeries;
  /** For each frame, how many frames were lost between the one before and it. */
  readonly lostBefore: Uint32Array;
  readonly truth: Truth;
}

interface RegionModel {
  readonly pixels: number;
  /** Brightness relative to the skin in even light. */
  readonly shade: number;
  /** Pulse amplitude relative to the whole skin. */
  readonly pulse: number;
  /** Relative change of brightness per frame width of sideways motion. */
  readonly gradient: number;
}

/** A face of about 230 x 280 pixels lit from the front. */
const REGIONS: Readonly<Record<RegionId, RegionModel>> = {
  skin: { pixels: 21_000, shade: 0.88, pulse: 1, gradient: 0.05 },
  forehead: { pixels: 3600, shade: 0.95, pulse: 1.2, gradient: 0.1 },
  leftCheek: { pixels: 2600, shade: 0.86, pulse: 1.1, gradient: 0.9 },
  rightCheek: { pixels: 2600, shade: 0.86, pulse: 1.05, gradient: -0.9 },
  nose: { pixels: 1800, shade: 0.98, pulse: 0.7, gradient: 0.2 },
  chin: { pixels: 2100, shade: 0.82, pulse: 0.8, gradient: -0.1 },
};
const BACKGROUND: Rgb = [152, 156, 158];
const BACKGROUND_PIXELS = 8000;

/** Noise of the whole skin's green, levels, that gives the wanted ratio over the band. */
function noiseLevel(amplitude: number, snr: number, frameRate: number): number {
  const pulsePower = ((amplitude || 0.5) ** 2 / 2) * (1 + SECOND_HARMONIC ** 2);
  const nyquist = frameRate / 2;
  const band = Math.min(SNR_BAND.toHz, nyquist) - SNR_BAND.fromHz;
  return Math.sqrt((pulsePower / 10 ** (snr / 10)) * (nyquist / Math.max(band, 0.1)));
}

const column = (length: number): Float32Array => new Float32Array(length).fill(Number.NaN);
const colours = (length: number): ColourSeries => ({
  red: column(length),
  green: column(length),
  blue: column(length),
});

/** What the light, the head and the blood do at one frame. */
interface Moment {
  readonly light: number;
  /** Change of blood volume times amplitude and sign, levels of the whole skin's green. */
  readonly blood: number;
  readonly head: Head;
  readonly present: boolean;
}

function fillColours(
  into: ColourSeries,
  frame: number,
  level: (channel: 0 | 1 | 2) => number,
): void {
  const clamped = (channel: 0 | 1 | 2): number => Math.min(255, Math.max(0, level(channel)));
  into.red[frame] = clamped(0);
  into.green[frame] = clamped(1);
  into.blue[frame] = clamped(2);
}

function regionSeries(
  model: RegionModel,
  moments: readonly Moment[],
  skin: Rgb,
  noise: number,
  random: Random,
): RegionSeries {
  const { length } = moments;
  const series: RegionSeries = {
    ...colours(length),
    pixels: new Float32Array(length),
    clipped: column(length),
    texture: column(length),
  };
  const grain = noise * Math.sqrt(REGIONS.skin.pixels / model.pixels);
  moments.forEach(({ light, blood, head, present }, frame) => {
    const draws: Rgb = [random.normal(), random.normal(), random.normal()];
    if (!present) return;
    const shade = model.shade * (1 + model.gradient * head.offsetX);
    fillColours(
      series,
      frame,
      (channel) =>
        light * (skin[channel] * shade + blood * model.pulse * BLOOD_COLOUR[channel]) +
        grain * draws[channel],
    );
    series.pixels[frame] = model.pixels;
    series.clipped[frame] = 0.004;
    series.texture[frame] = 4;
  });
  return series;
}

function faceSeries(moments: readonly Moment[]): FaceSeries {
  const { length } = moments;
  const face: FaceSeries = {
    confidence: new Float32Array(length),
    centreX: column(length),
    centreY: column(length),
    width: column(length),
    yaw: column(length),
    pitch: column(length),
    roll: column(length),
  };
  moments.forEach(({ head, present }, frame) => {
    if (!present) return;
    face.confidence[frame] = 0.98;
    face.centreX[frame] = 0.5 + head.offsetX;
    face.centreY[frame] = 0.37 + head.offsetY;
    face.width[frame] = 0.2;
    face.yaw[frame] = head.yaw;
    face.pitch[frame] = 0;
    face.roll[frame] = 0;
  });
  return face;
}

function backgroundSeries(moments: readonly Moment[], noise: number, random: Random): ColourSeries {
  const series = colours(moments.length);
  const grain = noise * Math.sqrt(REGIONS.skin.pixels / BACKGROUND_PIXELS);
  moments.forEach(({ light }, frame) => {
    fillColours(series, frame, (channel) => light * BACKGROUND[channel] + grain * random.normal());
  });
  return series;
}

function momentsOf(
  subject: Subject,
  clock: CameraFrames,
  options: TraceOptions,
  amplitude: number,
): Moment[] {
  const sign = polaritySign(options.polarity ?? 'absorbing');
  const light = lightAt(options);
  const head = headAt(subject, options.sway ?? 0.002, options.seed ?? 1);
  return Array.from(clock.atS, (timeS) => ({
    light: light(timeS),
    blood: amplitude === 0 ? 0 : sign * amplitude * subject.bloodVolume(timeS),
    head: head(timeS),
    present: !(options.absent ?? []).some(([from, to]) => timeS >= from && timeS < to),
  }));
}

/**
 * A subject's face as per-frame numbers: the same options give the same numbers.
 * @throws RangeError when an option is outside its range.
 */
export function phantomTraces(options: TraceOptions = {}): PhantomTraces {
  const { durationS = 30, frameRate = 30, amplitude = 0.5, snr = 10, seed = 1 } = options;
  if (!(amplitude >= 0 && amplitude <= 20)) throw new RangeError('amplitude must be 0 to 20.');
  if (!(snr >= -60 && snr <= 100)) throw new RangeError('snr must be -60 to 100.');
  const clock = cameraClock({ ...options, durationS, frameRate, seed });
  const subject = createSubject(options);
  const moments = momentsOf(subject, clock, options, amplitude);
  const random = seededRandom(seed ^ 0x5eed);
  const noise = noiseLevel(amplitude, snr, frameRate);
  const skin = SKIN_TONES[options.skinTone ?? 'light'];
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of REGION_IDS) {
    regions[id] = regionSeries(REGIONS[id], moments, skin, noise, random);
  }
  return {
    frames: {
      timeMs: clock.atS.map((timeS) => (options.startMs ?? 0) + timeS * 1000),
      face: faceSeries(moments),
      background: backgroundSeries(moments, noise, random),
      regions,
    },
    lostBefore: clock.lostBefore,
    truth: subject.truth(0, durationS),
  };
}
