// SPDX-License-Identifier: Apache-2.0
import { restsOnCuff, type ChannelCode } from '@perfuse/contract/results/channels';
import { originOf } from '../../../metrics/origin.ts';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';

const STRESS_TEXTS = ['stress1', 'stress2', 'stress3', 'stress4', 'stress5', 'stress6'] as const;

/** Remarks that are also shown next to the value, not only on request. */
export type ExtremeId =
  | 'heartRateVerySlow'
  | 'heartRateFast'
  | 'breathingFast'
  | 'pressureVeryHigh';

type Told = Pick<ChannelOutcome, 'value' | 'kind' | 'source'>;

/** Pressure from which a person should see a doctor today, mmHg. */
const VERY_HIGH: ReadonlyMap<ChannelCode, number> = new Map<ChannelCode, number>([
  ['BP_SYSTOLIC', 180],
  ['BP_DIASTOLIC', 120],
]);

/** Values at which a person may need help today or at once; an expected pressure is not the person's own. */
export function extremeIdOf(code: ChannelCode, channel: Told): ExtremeId | null {
  const { value } = channel;
  if (value === null) return null;
  if (code === 'HR_BPM') {
    // As it is shown: 'above 120' beside 120 would be a contradiction.
    const shown = Math.round(value);
    // The engine refuses rates below 40; another analysis service (`customApiHostname`) may report them.
    return shown > 120 ? 'heartRateFast' : shown < 40 ? 'heartRateVerySlow' : null;
  }
  if (code === 'BR_BPM') return value >= 25 ? 'breathingFast' : null;
  const limit = VERY_HIGH.get(code);
  return limit !== undefined && originOf(code, channel) === 'entered' && value >= limit
    ? 'pressureVeryHigh'
    : null;
}

/** The remark on this very value; the text is `now.<id>`. */
export type RemarkId =
  | ExtremeId
  | 'heartRateSlow'
  | 'heartRateUsual'
  | (typeof STRESS_TEXTS)[number];

/**
 * Remarks on heart rate depend on the rate, on stress on the rounded index (specification, section 9); others only on
 * extremes.
 */
export function remarkIdOf(code: ChannelCode, channel: Told): RemarkId | null {
  const extreme = extremeIdOf(code, channel);
  const { value } = channel;
  if (extreme !== null || value === null) return extreme;
  if (code === 'HR_BPM') {
    return value < 60 ? 'heartRateSlow' : 'heartRateUsual';
  }
  if (code !== 'MSI') return null;
  const level = Math.min(STRESS_TEXTS.length, Math.max(1, Math.round(value)));
  return STRESS_TEXTS[level - 1] ?? null;
}

const WITH_CUFF = {
  BP_SYSTOLIC: 'reading',
  BP_DIASTOLIC: 'reading',
  BP_RPP: 'workload',
  BP_CVD: 'heart',
  BP_HEART_ATTACK: 'heart',
  BP_STROKE: 'stroke',
} as const satisfies Partial<Record<ChannelCode, string>>;

const isOfPressure = (code: ChannelCode): code is keyof typeof WITH_CUFF =>
  Object.hasOwn(WITH_CUFF, code);

/** What can disturb a value that is based on a typed cuff reading; the text is `disturbCuff.<id>`. Null for others. */
export const cuffTextIdOf = (code: ChannelCode, channel: Pick<ChannelOutcome, 'source'>) =>
  isOfPressure(code) && restsOnCuff(channel) ? WITH_CUFF[code] : null;
