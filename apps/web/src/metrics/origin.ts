// SPDX-License-Identifier: Apache-2.0
import {
  isBloodPressure,
  isEntered,
  type ChannelCode,
  type ChannelValue,
  type ValueKind,
} from '@perfuse/contract/results/channels';
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

/** Whether the value rests on an expected blood pressure. */
const restsOnExpectation = (source: string): boolean =>
  source.split(/[+:]/).some((id) => id.startsWith('own_nhanes_expected_bp'));

export function originOf(
  code: ChannelCode,
  { kind, source }: Pick<ChannelValue, 'kind' | 'source'>,
): ValueOrigin {
  if (kind === 'missing') return kind;
  if (isEntered(code, { source })) return 'entered';
  if (kind === 'estimated' && OF_AN_INSTRUMENT.has(code)) return 'expected';
  if (code === 'BP_RPP' && restsOnExpectation(source)) return 'expected';
  // Another service may not say how it obtained a pressure: no camera measures one.
  if (kind === 'measured' && isBloodPressure(code)) return 'estimated';
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
  return origin !== 'expected' && !(isBloodPressure(code) && origin === 'estimated');
}

/** Whether a value must be marked as not measured wherever it is shown. */
export const isEstimate = (
  code: ChannelCode,
  value: Pick<ChannelValue, 'kind' | 'source'>,
): boolean => ['estimated', 'expected'].includes(originOf(code, value));
