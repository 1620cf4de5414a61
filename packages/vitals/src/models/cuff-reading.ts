// SPDX-License-Identifier: Apache-2.0
import { PROFILE_LIMITS } from '@perfuse/contract/limits';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { expectedPressureOf } from './expected-blood-pressure.ts';
import { defineModel, type HealthModel } from './health-model.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import type { Quantity } from './spread.ts';
import type { CuffReading, Subject } from './subject.ts';

/** An entered reading is passed on unchanged and marked as such: the camera did not measure it. */
function cuffModel(
  channel: 'BP_SYSTOLIC' | 'BP_DIASTOLIC',
  pressure: keyof CuffReading,
): HealthModel {
  const limits =
    pressure === 'systolic' ? PROFILE_LIMITS.cuffSystolic : PROFILE_LIMITS.cuffDiastolic;
  return defineModel({
    source: 'cuff_reading',
    channel,
    kind: 'derived',
    inputs: [pressure],
    range: { [pressure]: [limits.min, limits.max] },
    appliesTo: ({ cuff }) => cuff.ok || cuff.reason !== 'no-cuff-reading',
    evaluate: ({ cuff }) => (cuff.ok ? accepted({ value: cuff.value[pressure] }) : cuff),
  });
}

export const cuffSystolicModel = cuffModel('BP_SYSTOLIC', 'systolic');
export const cuffDiastolicModel = cuffModel('BP_DIASTOLIC', 'diastolic');

/** The systolic pressure that other models use, mmHg: a recent cuff reading, else the expected one. */
export function systolicOf({ person, cuff }: Subject): Outcome<Quantity, MissingReason> {
  if (cuff.ok) return accepted({ value: cuff.value.systolic, source: 'cuff_reading' });
  if (cuff.reason !== 'no-cuff-reading') return cuff;
  if (person === undefined) return refused('no-profile');
  return expectedPressureOf('systolic', person);
}
