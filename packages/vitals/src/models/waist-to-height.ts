// SPDX-License-Identifier: Apache-2.0
import { accepted, refused } from '@perfuse/contract/outcome';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange } from './range.ts';
import { BMI_RANGE } from './subject.ts';
import { BOZEMAN_RANGE, measuredWaist, WAIST_RANGE, estimatedWaist } from './waist.ts';

/** Waist-to-height ratio, percent. */
const waistToHeight = (waistCm: number, heightCm: number): number => (100 * waistCm) / heightCm;

const HEIGHT_RANGE = { heightCm: BMI_RANGE.heightCm } as const;

/** From a measured waist: a definition (NICE guideline NG246), exact for the values entered. */
export const measuredWaistToHeightModel = defineModel({
  source: 'waist_over_height',
  channel: 'WAIST_TO_HEIGHT',
  kind: 'derived',
  inputs: ['waist', 'height'],
  range: { ...HEIGHT_RANGE, ...WAIST_RANGE },
  appliesTo: ({ person }) => person?.waistCm !== undefined,
  evaluate: withPerson((person) => {
    const waist = measuredWaist(person);
    if (!waist.ok) return waist;
    const { heightCm } = person;
    if (heightCm === undefined) return refused('answers-missing');
    const outside = outsideRange(HEIGHT_RANGE, { heightCm });
    if (outside !== null) return refused(outside);
    return accepted({
      value: waistToHeight(waist.value.value, heightCm),
      inputSources: [waist.value.source],
    });
  }),
});

/** Standard deviation against the measured ratio in NHANES 1999-2018, percentage points. */
const ESTIMATE_SD = 3.3;

/**
 * From the waist of Bozeman 2012 (BMC Med Res Methodol 12:115, doi:10.1186/1471-2288-12-115); age 20-79, BMI 15-40.
 * SD 3.3 points, correlation with the measured ratio 0.92.
 */
export const estimatedWaistToHeightModel = defineModel({
  source: 'bozeman2012_interaction',
  channel: 'WAIST_TO_HEIGHT',
  kind: 'estimated',
  inputs: ['sex', 'age', 'height', 'weight'],
  range: { ...BOZEMAN_RANGE, heightCm: BMI_RANGE.heightCm, weightKg: BMI_RANGE.weightKg },
  appliesTo: ({ person }) => person?.waistCm === undefined,
  evaluate: withPerson((person) => {
    const waist = estimatedWaist(person);
    if (!waist.ok) return waist;
    const { heightCm } = person;
    if (heightCm === undefined) return refused('answers-missing');
    return accepted({
      value: waistToHeight(waist.value.value, heightCm),
      uncertainty: ESTIMATE_SD,
    });
  }),
});
