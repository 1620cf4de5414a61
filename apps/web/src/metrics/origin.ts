// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode, ChannelValue, ValueKind } from '@perfuse/contract/results/channels';
import { QUIRKS, quirkValue } from '../config/quirks.ts';

/** Origin shown for a value: its kind, or something more exact where the kind could be taken for a measurement. */
export type ValueOrigin = ValueKind | 'expected' | 'entered';

/** Values that an instrument could measure, unlike a risk, which is an estimate by nature. */
const OF_AN_INSTRUMENT: ReadonlySet<ChannelCode> = new Set<ChannelCode>([
  'BP_SYSTOLIC',
  'BP_DIASTOLIC',
  'WAIST_TO_HEIGHT',
  'ABSI',
]);

const BLOOD_PRESSURE: ReadonlySet<ChannelCode> = new Set<ChannelCode>([
  'BP_SYSTOLIC',
  'BP_DIASTOLIC',
]);

/** Whether a value is a cuff reading that was typed in, or derived from one. */
export const restsOnCuff = ({ source }: Pick<ChannelValue, 'source'>): boolean =>
  source.split(/[+:]/).includes('cuff_reading');

/** Whether the value rests on an expected blood pressure. */
const restsOnExpectation = (source: string): boolean =>
  source.split(/[+:]/).some((id) => id.startsWith('own_nhanes_expected_bp'));

export function originOf(
  code: ChannelCode,
  { kind, source }: Pick<ChannelValue, 'kind' | 'source'>,
): ValueOrigin {
  if (kind === 'missing') return kind;
  if (BLOOD_PRESSURE.has(code) && restsOnCuff({ source })) return 'entered';
  if (kind === 'estimated' && OF_AN_INSTRUMENT.has(code)) return 'expected';
  if (code === 'BP_RPP' && restsOnExpectation(source)) return 'expected';
  // Another service may not say how it obtained a pressure: no camera measures one.
  if (kind === 'measured' && BLOOD_PRESSURE.has(code)) return 'estimated';
  return kind;
}

/** Whether the bands of the metric apply to people like this one. */
export const isRated = ({ reason }: Pick<ChannelValue, 'reason'>): boolean =>
  reason !== 'ranges-for-adults';

/** Whether a value is placed among the bands of its metric: a value that is not the person's own is not judged. */
export function hasBand(
  code: ChannelCode,
  value: Pick<ChannelValue, 'kind' | 'source' | 'reason'>,
): boolean {
  if (!isRated(value)) return false;
  if (!quirkValue(QUIRKS.expectedValuesWithoutBand)) return true;
  const origin = originOf(code, value);
  return origin !== 'expected' && !(BLOOD_PRESSURE.has(code) && origin === 'estimated');
}

/** Whether a value must be marked as not measured wherever it is shown. */
export const isEstimate = (
  code: ChannelCode,
  value: Pick<ChannelValue, 'kind' | 'source'>,
): boolean => ['estimated', 'expected'].includes(originOf(code, value));
