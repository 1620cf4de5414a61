// SPDX-License-Identifier: Apache-2.0
/** A colour camera's response to light and reflectance, before noise. */
import type { Rgb } from '../appearance.ts';
import { WAVELENGTHS_NM } from '../skin/haemoglobin.ts';

/** Second radiation constant, nm K. */
const C2 = 1.438_777e7;

/**
 * Black-body radiation, any unit: a lamp's filament at 2700 K, daylight near 6500 K. Not valid for lamps with line
 * spectra.
 */
const planck = (nm: number, kelvin: number): number =>
  1 / (nm ** 5 * Math.expm1(C2 / (nm * kelvin)));

const lobe = (nm: number, centre: number, left: number, right: number): number => {
  const t = (nm - centre) * (nm < centre ? left : right);
  return Math.exp(-0.5 * t * t);
};

/** CIE 1931 observer (Wyman, Sloan and Shirley 2013, Simple analytic approximations, JCGT 2(2), eq. 4). */
const observer = (nm: number): Rgb => [
  0.362 * lobe(nm, 442, 0.0624, 0.0374) +
    1.056 * lobe(nm, 599.8, 0.0264, 0.0323) -
    0.065 * lobe(nm, 501.1, 0.049, 0.0382),
  0.821 * lobe(nm, 568.8, 0.0213, 0.0247) + 0.286 * lobe(nm, 530.9, 0.0613, 0.0322),
  1.217 * lobe(nm, 437, 0.0845, 0.0278) + 0.681 * lobe(nm, 459, 0.0385, 0.0725),
];

type Matrix = readonly [Rgb, Rgb, Rgb];

/** Bradford cone responses, the usual space for white balancing (Lam 1985; ICC.1:2010, annex E), and the inverse. */
const TO_CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const FROM_CONES: Matrix = [
  [0.986_993, -0.147_054, 0.159_963],
  [0.432_305, 0.518_36, 0.049_291],
  [-0.008_529, 0.040_043, 0.968_487],
];
/** From XYZ under D65 to linear sRGB (IEC 61966-2-1), the target of a camera's colour correction. */
const TO_RGB: Matrix = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
];
const D65: Rgb = [0.95047, 1, 1.08883];

const times = (matrix: Matrix, [x, y, z]: Rgb): Rgb => {
  const row = ([a, b, c]: Rgb): number => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

function conesOf(reflectance: (at: number) => number, colourTemperatureK: number): Rgb {
  const sum: [number, number, number] = [0, 0, 0];
  WAVELENGTHS_NM.forEach((nm, at) => {
    const light = planck(nm, colourTemperatureK) * reflectance(at);
    const seen = observer(nm);
    for (const channel of [0, 1, 2] as const) sum[channel] += light * seen[channel];
  });
  return times(TO_CONES, sum);
}

/**
 * A surface under a light, white balanced: 1 in all channels for a perfect reflector.
 * @param reflectance by index of the wavelengths.
 * @returns linear sRGB, 0..1.
 */
export function balancedColour(
  reflectance: (at: number) => number,
  colourTemperatureK: number,
): Rgb {
  const white = conesOf(() => 1, colourTemperatureK);
  const seen = conesOf(reflectance, colourTemperatureK);
  const target = times(TO_CONES, D65);
  const balanced = (channel: 0 | 1 | 2): number =>
    (seen[channel] / white[channel]) * target[channel];
  const linear = times(TO_RGB, times(FROM_CONES, [balanced(0), balanced(1), balanced(2)]));
  return [Math.max(0, linear[0]), Math.max(0, linear[1]), Math.max(0, linear[2])];
}

/**
 * Light that the three kinds of pixels receive from a white surface, relative to the green ones: under a lamp, blue
 * receives little.
 */
export function channelLight(colourTemperatureK: number): Rgb {
  const white = conesOf(() => 1, colourTemperatureK);
  const target = times(TO_CONES, D65);
  const share = (channel: 0 | 1 | 2): number => white[channel] / target[channel];
  return [share(0) / share(1), 1, share(2) / share(1)];
}

/** The sRGB transfer curve. @param linear 0..1. @returns levels, 0..255. */
export function encoded(linear: number): number {
  const value = Math.min(1, Math.max(0, linear));
  const shaped = value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return 255 * shaped;
}
