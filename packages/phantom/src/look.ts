// SPDX-License-Identifier: Apache-2.0
/** Appearance of a subject in the traces: a named skin tone with noise of a given strength, or a rendered skin. */
import { BLOOD_COLOUR, SKIN_TONES, type Rgb, type SkinTone } from './appearance.ts';
import { compressor } from './camera/compression.ts';
import type { Rendering } from './camera/exposure.ts';
import type { Random } from './random.ts';
import { SECOND_HARMONIC } from './subject.ts';
import { blueDifferenceOf, lumaOf, redDifferenceOf } from './video/yuv.ts';

/** For a face of about 230 x 280 pixels. */
export const WHOLE_SKIN_PIXELS = 21_000;

/** Band in which signal and noise are compared, Hz: heart rates of 36 to 240 per minute. */
const SNR_BAND = { fromHz: 0.6, toHz: 4 } as const;

/** Share of a sensor's pixels that see red, green and blue. */
const BAYER: Rgb = [0.25, 0.5, 0.25];
const BACKGROUND: Rgb = [152, 156, 158];
interface LookOptions {
  readonly skinTone?: SkinTone;
  readonly snr?: number;
  readonly rendering?: Rendering;
  readonly codecStep?: number;
}

/** Noise of the whole skin's green, levels, that gives the requested ratio over the band. */
function noiseLevel(amplitude: number, snr: number, frameRate: number): number {
  const pulsePower = ((amplitude || 0.5) ** 2 / 2) * (1 + SECOND_HARMONIC ** 2);
  const nyquist = frameRate / 2;
  const band = Math.min(SNR_BAND.toHz, nyquist) - SNR_BAND.fromHz;
  return Math.sqrt((pulsePower / 10 ** (snr / 10)) * (nyquist / Math.max(band, 0.1)));
}

/** Appearance of the person in the camera. */
export interface Look {
  readonly skin: Rgb;
  readonly blood: Rgb;
  /** Levels per frame width of head dip. */
  readonly gloss: Rgb;
  readonly background: Rgb;
  /** Noise of the mean of this many pixels. */
  readonly noise: (pixels: number) => Rgb;
  /** A region's mean colour after the codec. */
  readonly decoded: (pixels: number, random: Random) => (colour: Rgb) => Rgb;
}

const unchanged = (): ((colour: Rgb) => Rgb) => (colour) => colour;

/** @throws RangeError when the codec's step is outside its range, or is given without a rendering. */
export function lookOf(options: LookOptions, amplitude: number, frameRate: number): Look {
  const { rendering, codecStep = 0 } = options;
  if (rendering === undefined) {
    if (codecStep !== 0) throw new RangeError('codecStep needs a rendering.');
    const level = noiseLevel(amplitude, options.snr ?? 10, frameRate);
    return {
      skin: SKIN_TONES[options.skinTone ?? 'light'],
      blood: BLOOD_COLOUR,
      gloss: [0, 0, 0],
      background: BACKGROUND,
      noise: (pixels) => {
        const grain = level * Math.sqrt(WHOLE_SKIN_PIXELS / pixels);
        return [grain, grain, grain];
      },
      decoded: unchanged,
    };
  }
  if (!(codecStep >= 0 && codecStep <= 20)) throw new RangeError('codecStep must be 0 to 20.');
  const { skin, blood, gloss, background, noise } = rendering;
  const perPixel: Rgb = [
    noise[0] / Math.sqrt(BAYER[0]),
    noise[1] / Math.sqrt(BAYER[1]),
    noise[2] / Math.sqrt(BAYER[2]),
  ];
  // The mean's noise enters the codec block by block, so its output already contains it.
  const outside = codecStep > 0 ? 0 : 1;
  return {
    skin,
    blood,
    gloss,
    background,
    noise: (pixels) => {
      const share = outside / Math.sqrt(pixels);
      return [perPixel[0] * share, perPixel[1] * share, perPixel[2] * share];
    },
    decoded:
      codecStep === 0
        ? unchanged
        : (pixels, random) =>
            compressor({ step: codecStep, pixels, noise: yuvNoise(perPixel) }, random),
  };
}

/** Converts independent noise of R, G and B to that of Y, U and V. */
function yuvNoise(noise: Rgb): Rgb {
  const spread = (of: (red: number, green: number, blue: number) => number): number =>
    Math.hypot(of(noise[0], 0, 0), of(0, noise[1], 0), of(0, 0, noise[2]));
  return [spread(lumaOf), spread(blueDifferenceOf), spread(redDifferenceOf)];
}
