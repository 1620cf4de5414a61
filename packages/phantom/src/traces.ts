// SPDX-License-Identifier: Apache-2.0
/** Region traces of a synthetic subject, as a browser would have extracted them from a camera. */
import type {
  ColourSeries,
  FaceSeries,
  FrameSeries,
  RegionSeries,
} from '@perfuse/contract/payload/chunk';
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';
import { polaritySign, type Polarity, type Rgb, type SkinTone } from './appearance.ts';
import type { Rendering } from './camera/exposure.ts';
import { chestSeries } from './chest.ts';
import { cameraClock, type CameraFrames } from './clock.ts';
import { lightAt, type Light, type LightOptions } from './light.ts';
import { lookOf, WHOLE_SKIN_PIXELS, type Look } from './look.ts';
import { headAt, type Head } from './motion.ts';
import { seededRandom, type Random } from './random.ts';
import { createSubject, type Subject, type SubjectOptions, type Truth } from './subject.ts';

export interface TraceOptions extends SubjectOptions, LightOptions {
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
  /** A rendered skin under a light: replaces `skinTone`, `snr` and the height of `amplitude`, unless that is 0. */
  readonly rendering?: Rendering;
  /** Least change of a block of 8 x 8 pixels that a codec encodes, levels; needs `rendering`. Default 0: no codec. */
  readonly codecStep?: number;
  /** Standard deviation of the frame times around their grid, ms. Default 2. */
  readonly jitter?: number;
  /** Share of frames the camera loses, 0..0.9. Default 0. */
  readonly dropped?: number;
  /** The wall is overexposed, so that it shows no change of the light: a window behind the person. Default false. */
  readonly burntWall?: boolean;
  /** Sideways head motion, frame widths peak to peak. Default 0.002. */
  readonly sway?: number;
  /** Maximum up and down head motion at heart rates, frame widths either way. Default 0. */
  readonly nod?: number;
  /**
   * Lift of shoulders and chest with the breath, frame widths either way, 0..0.1; at 0 the chest is not in the picture.
   * Default 0.004: 3.6 mm peak to peak.
   */
  readonly chest?: number;
  /** Spans without a face in the picture, s from the start. */
  readonly absent?: readonly (readonly [number, number])[];
  /** Time of the first frame on the camera's clock, ms. */
  readonly startMs?: number;
}

export interface PhantomTraces {
  readonly frames: FrameSeries;
  /** Number of frames lost directly before each frame. */
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
  /** -1 on one side of the face, 1 on the other. */
  readonly side: number;
}

/** A face of about 230 x 280 pixels lit from the front. */
const REGIONS: Readonly<Record<RegionId, RegionModel>> = {
  skin: { pixels: WHOLE_SKIN_PIXELS, shade: 0.88, pulse: 1, gradient: 0.05, side: 0 },
  forehead: { pixels: 3600, shade: 0.95, pulse: 1.2, gradient: 0.1, side: 0 },
  leftCheek: { pixels: 2600, shade: 0.86, pulse: 1.1, gradient: 0.9, side: -1 },
  rightCheek: { pixels: 2600, shade: 0.86, pulse: 1.05, gradient: -0.9, side: 1 },
  nose: { pixels: 1800, shade: 0.98, pulse: 0.7, gradient: 0.2, side: 0 },
  chin: { pixels: 2100, shade: 0.82, pulse: 0.8, gradient: -0.1, side: 0 },
};
/** Change of the face's brightness per frame width of head dip, since the light meets it at another angle. */
const NOD_SHADING = 0.6;
const BACKGROUND_PIXELS = 8000;

const column = (length: number): Float32Array => new Float32Array(length).fill(Number.NaN);
const colours = (length: number): ColourSeries => ({
  red: column(length),
  green: column(length),
  blue: column(length),
});

/** State of light, head and blood at one frame. */
interface Moment {
  readonly light: Light;
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
  look: Look,
  random: Random,
): RegionSeries {
  const { length } = moments;
  const { skin, blood: bloodColour, gloss } = look;
  const series: RegionSeries = {
    ...colours(length),
    pixels: new Float32Array(length),
    clipped: column(length),
    texture: column(length),
  };
  const grain = look.noise(model.pixels);
  const decode = look.decoded(model.pixels, random);
  moments.forEach(({ light, blood, head, present }, frame) => {
    const draws: Rgb = [random.normal(), random.normal(), random.normal()];
    if (!present) return;
    const dip = head.nod;
    const shade = model.shade * (1 + model.gradient * head.offsetX + NOD_SHADING * dip);
    const lit = light.face(model.side);
    const filmed = (channel: 0 | 1 | 2): number =>
      lit[channel] *
      (skin[channel] * shade + blood * model.pulse * bloodColour[channel] + gloss[channel] * dip);
    const colour = decode([filmed(0), filmed(1), filmed(2)]);
    fillColours(series, frame, (channel) => colour[channel] + grain[channel] * draws[channel]);
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

function backgroundSeries(
  moments: readonly Moment[],
  look: Look,
  random: Random,
  burnt: boolean,
): ColourSeries {
  const series = colours(moments.length);
  const grain = look.noise(BACKGROUND_PIXELS);
  const decode = look.decoded(BACKGROUND_PIXELS, random);
  moments.forEach(({ light }, frame) => {
    const filmed = (channel: 0 | 1 | 2): number =>
      burnt ? 255 : light.background[channel] * look.background[channel];
    const colour = decode([filmed(0), filmed(1), filmed(2)]);
    fillColours(series, frame, (channel) =>
      burnt ? 255 : colour[channel] + grain[channel] * random.normal(),
    );
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
  const head = headAt(subject, options.sway ?? 0.002, options.seed ?? 1, options.nod ?? 0);
  // A rendering defines how strongly its own blood shows.
  const height = options.rendering === undefined ? amplitude : 1;
  return Array.from(clock.atS, (timeS) => ({
    light: light(timeS),
    blood: amplitude === 0 ? 0 : sign * height * subject.bloodVolume(timeS),
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
  const look = lookOf(options, amplitude, frameRate);
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of REGION_IDS) {
    regions[id] = regionSeries(REGIONS[id], moments, look, random);
  }
  return {
    frames: {
      timeMs: clock.atS.map((timeS) => (options.startMs ?? 0) + timeS * 1000),
      face: faceSeries(moments),
      background: backgroundSeries(moments, look, random, options.burntWall ?? false),
      regions,
      chest: chestSeries(
        subject,
        options.chest ?? 0.004,
        seed,
        clock.atS,
        (frame) => moments[frame]?.present === true,
      ),
    },
    lostBefore: clock.lostBefore,
    truth: subject.truth(0, durationS),
  };
}
