// SPDX-License-Identifier: Apache-2.0
import { copyOf } from '../signal/scratch.ts';
import type { ColourTrace } from '../frames/recording.ts';
import { bandPassAll } from '../signal/butterworth.ts';
import { ridgeOn } from '../signal/ridge.ts';
import { standardDeviation } from '../signal/statistics.ts';
import { logsOf } from './logs.ts';
import type { Band } from './method.ts';

/** Band in which the light is compared for a pulse: below is slow drift, above sensor noise. */
const PULSE_BAND: Band = { lowHz: 0.3, highHz: 4 };
const RIDGE_STRENGTH = 1e-3;
/** A background channel with less variation than this (log units) contains nothing to remove. */
const MIN_BACKGROUND_SD = 2e-4;

/** Removes changes of the light from the logs of channels, or from any sums of such logs. */
export type Rectifier = (logs: readonly Float64Array[]) => readonly Float64Array[];

/**
 * Regresses a series filmed under a light on the logs of the three background channels together and subtracts the fit
 * (after Li et al. 2014, doi:10.1109/CVPR.2014.543, with least squares for their adaptive filter). Without a
 * background, or with a steady one, a series is returned unchanged.
 * @param used 1 where a sample was measured. @param rate samples/s. @param band where the two are compared.
 */
export function rectifier(
  background: ColourTrace | null,
  used: Uint8Array,
  rate: number,
  { lowHz, highHz }: Band = PULSE_BAND,
): Rectifier {
  if (background === null) return (logs) => logs;
  const { red, green, blue } = logsOf(background);
  const colours = [red, green, blue];
  const bands = bandPassAll(colours, rate, lowHz, highHz);
  const varies = bands.map((band) => standardDeviation(band) >= MIN_BACKGROUND_SD);
  const light = colours.filter((_, k) => varies[k]);
  if (light.length === 0) return (logs) => logs;
  const regression = ridgeOn(
    bands.filter((_, k) => varies[k]),
    used,
    RIDGE_STRENGTH,
  );
  return (logs) =>
    bandPassAll(logs, rate, lowHz, highHz).map((band, at) => {
      const fit = regression(band);
      const out = copyOf(logs[at] ?? band);
      light.forEach((raw, k) => {
        subtract(out, raw, fit[k] ?? 0);
      });
      return out;
    });
}

/** Subtracts `times` times the change of `light` since its first sample from a series. */
function subtract(from: Float64Array, light: Float64Array, times: number): void {
  const first = light[0] ?? 0;
  for (let i = 0; i < from.length; i++) {
    from[i] = (from[i] ?? 0) - times * ((light[i] ?? 0) - first);
  }
}
