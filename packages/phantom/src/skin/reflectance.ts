// SPDX-License-Identifier: Apache-2.0
/**
 * Diffuse reflectance of skin from its contents: an absorbing epidermis with melanosomes over a scattering dermis with
 * blood.
 *
 * - Melanosomes absorb 6.6e11 nm^-3.33 per cm; fractions of 1.3 to 6.3 % are lightly, 11 to 16 % moderately and 18 to
 *   43 % darkly pigmented skin; other tissue absorbs 0.244 + 85.3 exp(-(nm - 154) / 66.2) per cm (Jacques 1998, Skin
 *   optics, Oregon Medical Laser Center, omlc.org/news/jan98/skinoptics.html).
 * - Skin scatters 46 (nm / 500)^-1.421 per cm (Jacques 2013, table 1, doi:10.1088/0031-9155/58/11/R37).
 * - Backscattering of a half space: diffusion theory (Flock et al. 1989, doi:10.1109/TBME.1989.1173624) with the
 *   internal reflection of a flat surface (Groenhuis et al. 1983, doi:10.1364/AO.22.002456).
 *
 * Light crosses the epidermis twice, in a straight line. Surface gloss is not included.
 */
import { inRange } from '../in-range.ts';
import { bloodAbsorption, WAVELENGTHS_NM } from './haemoglobin.ts';

export interface SkinContent {
  /** Volume share of melanosomes in the epidermis, 0.005..0.6. */
  readonly melanosomes: number;
  /** Volume share of blood in the dermis, 0.001..0.2. Default 0.01. */
  readonly blood?: number;
  /** Oxygenation of that blood, 0..1. Default 0.75, arteries and veins mixed. */
  readonly oxygenation?: number;
}

const EPIDERMIS_CM = 0.006;
const REFRACTIVE_INDEX = 1.4;

const melanosomeAbsorption = (nm: number): number => 6.6e11 * nm ** -3.33;
const tissueAbsorption = (nm: number): number => 0.244 + 85.3 * Math.exp(-(nm - 154) / 66.2);
const scattering = (nm: number): number => 46 * (nm / 500) ** -1.421;

/** (1 + r) / (1 - r) for the share r that the surface reflects back inside. */
const INTERNAL = ((n: number): number => {
  const r = -1.44 / n ** 2 + 0.71 / n + 0.668 + 0.0636 * n;
  return (1 + r) / (1 - r);
})(REFRACTIVE_INDEX);

/** Share of light that a half space scatters back. @param absorption,scatter per cm. */
function scatteredBack(absorption: number, scatter: number): number {
  const albedo = scatter / (scatter + absorption);
  const lost = 1 - albedo;
  return albedo / (1 + 2 * INTERNAL * lost + (1 + (2 * INTERNAL) / 3) * Math.sqrt(3 * lost));
}

/**
 * Reflected share of light, 0..1, at each of {@link WAVELENGTHS_NM}.
 * @throws RangeError when a share is outside its range.
 */
export function skinReflectance(content: SkinContent): Float64Array {
  const melanosomes = inRange('melanosomes', content.melanosomes, 0.005, 0.6);
  const blood = inRange('blood', content.blood ?? 0.01, 0.001, 0.2);
  const oxygenation = inRange('oxygenation', content.oxygenation ?? 0.75, 0, 1);
  return Float64Array.from(WAVELENGTHS_NM, (nm, at) => {
    const tissue = tissueAbsorption(nm);
    const epidermis = melanosomes * melanosomeAbsorption(nm) + (1 - melanosomes) * tissue;
    const dermis = blood * bloodAbsorption(at, oxygenation) + (1 - blood) * tissue;
    const through = Math.exp(-2 * epidermis * EPIDERMIS_CM);
    return through * scatteredBack(dermis, scattering(nm));
  });
}
