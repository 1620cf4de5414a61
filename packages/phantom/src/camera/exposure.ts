// SPDX-License-Identifier: Apache-2.0
/** Appearance of skin in a webcam: its colour, how its blood shows, and the noise of each pixel. */
import type { Rgb } from '../appearance.ts';
import { skinReflectance, type SkinContent } from '../skin/reflectance.ts';
import { balancedColour, channelLight, encoded } from './spectrum.ts';

export interface Scene {
  readonly skin: SkinContent;
  /** Illuminance on the face, lx. */
  readonly lux: number;
  /** 2000..12000 K. The camera's white balance removes its tint. */
  readonly colourTemperatureK: number;
  /** Frames/s: no exposure is longer than a frame. */
  readonly frameRate: number;
}

/** Levels are 8-bit, 0..255. */
export interface Rendering {
  readonly skin: Rgb;
  /** How much the skin darkens at the height of the pulse's first harmonic. */
  readonly blood: Rgb;
  /** How much gloss brightens the skin when the head dips by a frame width. */
  readonly gloss: Rgb;
  readonly background: Rgb;
  /** Noise of one pixel of skin. */
  readonly noise: Rgb;
}

/**
 * Relative change of the dermal blood with the first harmonic of the pulse. With it, the green of lightly pigmented
 * skin changes by ±0.5 %, as cameras see on faces (0.3 to 1 %).
 */
const PULSATION = 0.035;
/** Share of light that a matt face's surface reflects into the camera, independent of skin colour. */
const SURFACE = 0.02;
/** Change of that share per frame width of head movement, relative to the share. */
const GLOSS_PER_WIDTH = 8;
const WALL = 0.45;
/** Mean that the camera's exposure aims at, linear, over a picture that is half face and half wall. */
const METERED = 0.27;
/**
 * Electrons of a pixel per lx and s on a white surface: 4.09e3 photons per s, lx and um^2 at 555 nm, 4 um^2, f/2 with
 * 90 % transmission (1/16 of the light times 0.9), and 40 % of the photons through the filter and counted.
 */
const ELECTRONS_PER_LUX_S = 4090 * 4 * (0.9 / 16) * 0.4;
/** Electrons that a pixel can hold. */
const FULL_WELL = 8000;
const READ_NOISE = 3;

const perChannel = (of: (channel: 0 | 1 | 2) => number): Rgb => [of(0), of(1), of(2)];

/** @throws RangeError when the skin's content is outside its range. */
export function render({ skin, lux, colourTemperatureK, frameRate }: Scene): Rendering {
  if (!(lux >= 0.1 && lux <= 1e5)) throw new RangeError('lux must be 0.1 to 100000.');
  if (!(colourTemperatureK >= 2000 && colourTemperatureK <= 12_000)) {
    throw new RangeError('colourTemperatureK must be 2000 to 12000.');
  }
  const seen = (content: SkinContent): Rgb => {
    const reflectance = skinReflectance(content);
    return balancedColour((at) => (reflectance[at] ?? 0) + SURFACE, colourTemperatureK);
  };
  const blood = skin.blood ?? 0.01;
  const rest = seen(skin);
  const full = seen({ ...skin, blood: blood * (1 + PULSATION) });
  const gain = METERED / ((WALL + rest[1]) / 2);
  // Bright light shortens the exposure; in dim light the pixels stay partly empty and the gain compensates.
  const atFullScale = Math.min(FULL_WELL, (ELECTRONS_PER_LUX_S * lux) / frameRate / gain);
  const light = channelLight(colourTemperatureK);
  const noiseOf = (channel: 0 | 1 | 2): number => {
    const linear = rest[channel] * gain;
    const electronsPerUnit = atFullScale * light[channel];
    const deviation = Math.sqrt(linear * electronsPerUnit + READ_NOISE ** 2) / electronsPerUnit;
    const slope = (encoded(linear + 1e-4) - encoded(linear - 1e-4)) / 2e-4;
    // Quantisation: rounding to levels adds a variance of one twelfth of a squared level.
    return Math.hypot(slope * deviation, Math.sqrt(1 / 12));
  };
  return {
    skin: perChannel((channel) => encoded(rest[channel] * gain)),
    blood: perChannel((channel) => encoded(rest[channel] * gain) - encoded(full[channel] * gain)),
    gloss: perChannel((channel) => {
      const step = 1e-3;
      const glossier = rest[channel] + SURFACE * GLOSS_PER_WIDTH * step;
      return (encoded(glossier * gain) - encoded(rest[channel] * gain)) / step;
    }),
    background: perChannel(() => encoded(WALL * gain)),
    noise: perChannel(noiseOf),
  };
}
