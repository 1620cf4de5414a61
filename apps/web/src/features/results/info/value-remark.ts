// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';

const STRESS_TEXTS = ['stress1', 'stress2', 'stress3', 'stress4', 'stress5', 'stress6'] as const;

/** What there is to say about this very value; the text is `now.<id>`. */
export type RemarkId =
  | 'heartRateSlow'
  | 'heartRateUsual'
  | 'heartRateFast'
  | (typeof STRESS_TEXTS)[number];

/** Heart rate is explained by the rate, stress by the rounded index (specification, section 9); the rest not at all. */
export function remarkIdOf(code: ChannelCode, value: number | null): RemarkId | null {
  if (value === null) return null;
  if (code === 'HR_BPM') {
    return value < 60 ? 'heartRateSlow' : value > 120 ? 'heartRateFast' : 'heartRateUsual';
  }
  if (code !== 'MSI') return null;
  const level = Math.min(STRESS_TEXTS.length, Math.max(1, Math.round(value)));
  return STRESS_TEXTS[level - 1] ?? null;
}
