// SPDX-License-Identifier: Apache-2.0
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * `perfuse-2026-11-21-0941.csv`: the local time, and nothing about the person or the values; for the sample
 * `perfuse-sample-2026-11-21-0941.csv`.
 */
export function fileNameOf(
  { finishedAt, isSample }: Pick<MeasurementOutcome, 'finishedAt' | 'isSample'>,
  extension: 'csv' | 'json',
): string {
  const at = new Date(finishedAt);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  const name = isSample === true ? 'perfuse-sample' : 'perfuse';
  return `${name}-${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}.${extension}`;
}
