// SPDX-License-Identifier: Apache-2.0
import { PROFILE_LIMITS } from '@perfuse/contract/limits';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import type { Quantity } from './spread.ts';
import { physiqueOf, type Physique } from './subject.ts';

export const BOZEMAN_RANGE = { ageYears: [20, 79], bmi: [15, 40] } as const satisfies InputRange;
export const WAIST_RANGE = {
  waistCm: [PROFILE_LIMITS.waistCm.min, PROFILE_LIMITS.waistCm.max],
} as const satisfies InputRange;

/** Standard deviation of the estimate against measured waists of NHANES 1999-2018 (41,766 adults), cm. */
const WAIST_SD_CM = { male: 5.0, female: 5.8 } as const;

/**
 * Waist circumference from sex, age and body mass index, cm. Women's age slope applies from 35 years on (the
 * interaction form, which fits NHANES without the jump of the other interpretation). The terms for race are not asked
 * for and left at 0.
 *
 * Bozeman SR, Hoaglin DC, Burton TM, Pashos CL, Ben-Joseph RH, Hollenbeak CS. BMC Med Res Methodol 2012;12:115,
 * doi:10.1186/1471-2288-12-115. US adults (NHANES), 20-79 years, BMI 15-40; SD 5.0 cm (men), 5.8 cm (women).
 */
export function bozemanWaist({ sex, ageYears, bmi }: Physique): Outcome<number, MissingReason> {
  const outside = outsideRange(BOZEMAN_RANGE, { ageYears, bmi });
  if (outside !== null) return refused(outside);
  if (sex === 'male') return accepted(22.61306 + 2.520738 * bmi + 0.1583812 * ageYears);
  const ageTerm = ageYears >= 35 ? -3.688953 + 0.125975 * ageYears : 0;
  return accepted(28.81919 + 2.218007 * bmi + ageTerm);
}

/** The measured waist, cm; `no-waist` when none was entered. */
export function measuredWaist(person: Demographics): Outcome<Quantity, MissingReason> {
  if (person.waistCm === undefined) return refused('no-waist');
  const outside = outsideRange(WAIST_RANGE, { waistCm: person.waistCm });
  if (outside !== null) return refused(outside);
  return accepted({ value: person.waistCm, source: 'measured_waist' });
}

/** The waist expected for sex, age and build, cm. */
export function estimatedWaist(person: Demographics): Outcome<Quantity, MissingReason> {
  const physique = physiqueOf(person);
  if (!physique.ok) return physique;
  const waist = bozemanWaist(physique.value);
  if (!waist.ok) return waist;
  return accepted({
    value: waist.value,
    sd: WAIST_SD_CM[physique.value.sex],
    source: 'bozeman2012_interaction',
  });
}

/** The waist that models use: measured where entered, else estimated. */
export const waistOf = (person: Demographics): Outcome<Quantity, MissingReason> =>
  person.waistCm === undefined ? estimatedWaist(person) : measuredWaist(person);
