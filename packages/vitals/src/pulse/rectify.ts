// SPDX-License-Identifier: Apache-2.0
import type { ColourTrace } from '../frames/recording.ts';
import { bandPass } from '../signal/butterworth.ts';
import { ridge } from '../signal/ridge.ts';
import { standardDeviation } from '../signal/statistics.ts';

/** Where the light is compared: below lies slow drift, above sensor noise. */
const LOW_HZ = 0.3;
const HIGH_HZ = 4;
const RIDGE_STRENGTH = 1e-3;
/** A background channel steadier than this (log units) carries nothing to take out. */
const MIN_BACKGROUND_SD = 2e-4;

/**
 * Takes the light's changes out of any trace under it: regresses each channel's log on the three background channels
 * together and subtracts the fit (after Li et al. 2014, doi:10.1109/CVPR.2014.543, with least squares for their
 * adaptive filter). Without a background, or a steady one, the trace comes back as it was.
 * @param used 1 where a sample was measured.
 */
export function rectifier(
  background: ColourTrace | null,
  used: Uint8Array,
  rate: number,
): (skin: ColourTrace) => ColourTrace {
  if (background === null) return (skin) => skin;
  const light = logs(background)
    .map((raw) => ({ raw, band: bandPass(raw, rate, LOW_HZ, HIGH_HZ) }))
    .filter(({ band }) => standardDeviation(band) >= MIN_BACKGROUND_SD);
  if (light.length === 0) return (skin) => skin;
  const regressors = light.map(({ band }) => band);
  return (skin) => {
    const faces = logs(skin);
    const fits = ridge(
      regressors,
      faces.map((face) => bandPass(face, rate, LOW_HZ, HIGH_HZ)),
      used,
      RIDGE_STRENGTH,
    );
    const [red, green, blue] = faces.map((face, c) => {
      const fitted = new Float64Array(face.length);
      light.forEach(({ raw }, k) => {
        const fit = fits[c]?.[k] ?? 0;
        const first = raw[0] ?? 0;
        for (let i = 0; i < fitted.length; i++) {
          fitted[i] = (fitted[i] ?? 0) + fit * ((raw[i] ?? 0) - first);
        }
      });
      return face.map((value, i) => Math.exp(value - (fitted[i] ?? 0)));
    });
    return { red: red ?? skin.red, green: green ?? skin.green, blue: blue ?? skin.blue };
  };
}

function logs({ red, green, blue }: ColourTrace): Float64Array[] {
  return [red, green, blue].map((channel) => channel.map((value) => Math.log(value)));
}
