// SPDX-License-Identifier: Apache-2.0
/**
 * Molar extinction of haemoglobin every 10 nm from 400 nm, per cm and mol/l, as compiled by S. Prahl from Gratzer and
 * Kollias (Optical Absorption of Hemoglobin, Oregon Medical Laser Center, 1999, omlc.org/spectra/hemoglobin).
 */
const OXY = [
  266_232, 466_840, 480_360, 246_072, 102_580, 62_816, 44_480, 33_209, 26_629, 23_684, 20_933,
  20_035, 24_202, 39_957, 53_236, 43_016, 32_613, 44_496, 50_104, 14_401, 3200, 1506, 942, 610, 442,
  368, 319.6, 294, 277.6, 276, 290,
] as const;
const DEOXY = [
  223_296, 303_956, 407_560, 528_600, 413_280, 103_292, 23_389, 16_156, 14_550, 16_684, 20_862,
  25_774, 31_590, 39_036, 46_592, 53_412, 53_788, 45_072, 37_020, 28_324, 14_677, 9444, 6510, 5149,
  4345, 3750, 3227, 2795, 2408, 2052, 1794,
] as const;

/** Wavelengths of the model, nm. */
export const WAVELENGTHS_NM = OXY.map((_, at) => 400 + 10 * at);

/** Concentration in whole blood: 150 g/l of a molecule of 64,500 g/mol. */
const MOL_PER_L = 150 / 64_500;

/** Absorption of whole blood at index `at` of {@link WAVELENGTHS_NM}, per cm. @param oxygenation 0..1. */
export function bloodAbsorption(at: number, oxygenation: number): number {
  const molar = oxygenation * (OXY[at] ?? 0) + (1 - oxygenation) * (DEOXY[at] ?? 0);
  return Math.LN10 * molar * MOL_PER_L;
}
