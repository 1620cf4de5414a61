// SPDX-License-Identifier: Apache-2.0
/** Whether errors are as large as the standard deviations that the engine states with its values. */
import type { CalibrationRow, RecordingResult } from './report.ts';
import { mean } from './statistics.ts';

/** A value that was given, with its error. */
export interface Judged {
  readonly quantity: CalibrationRow['quantity'];
  /** dB */
  readonly snr: number;
  readonly error: number;
  readonly deviation: number;
}

/** Signal-to-noise ratio of the pulse, dB. */
const BANDS = [
  { text: 'all', from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  { text: 'under 0 dB', from: Number.NEGATIVE_INFINITY, to: 0 },
  { text: '0 to 5 dB', from: 0, to: 5 },
  { text: '5 to 10 dB', from: 5, to: 10 },
  { text: '10 dB and more', from: 10, to: Number.POSITIVE_INFINITY },
] as const;

const QUANTITIES = ['hr', 'rr', 'sdnn'] as const;

/** Another product's figures are not a ground truth. */
const isTruth = ({ set }: RecordingResult): boolean => set !== 'waveform';

/** Empty where the value, its truth or its deviation is missing. */
export const judged = (
  quantity: Judged['quantity'],
  { truth, value, deviation, snr }: RecordingResult['hr'],
): Judged[] =>
  truth === null || value === null || deviation === null
    ? []
    : [{ quantity, snr, error: value - truth, deviation }];

function judgedOf(recording: RecordingResult): Judged[] {
  return [
    ...QUANTITIES.flatMap((quantity) => judged(quantity, recording[quantity])),
    ...recording.rates.flatMap((one) => judged('hr', one)),
    ...recording.breathing.flatMap((one) => judged('rr', one)),
  ];
}

/** Over all recordings with a truth. */
export const calibrationOf = (recordings: readonly RecordingResult[]): CalibrationRow[] =>
  calibrated(recordings.filter(isTruth).flatMap(judgedOf));

/** A row for each quantity, and for each band of signal-to-noise ratio in which values were given. */
export function calibrated(all: readonly Judged[]): CalibrationRow[] {
  return QUANTITIES.flatMap((quantity) =>
    BANDS.flatMap(({ text, from, to }) => {
      const some = all.filter(
        (one) => one.quantity === quantity && one.snr >= from && one.snr < to,
      );
      if (some.length === 0) return [];
      const within = (deviations: number): number =>
        some.filter(({ error, deviation }) => Math.abs(error) <= deviations * deviation).length /
        some.length;
      return [
        {
          ...{ quantity, band: text, n: some.length },
          withinOne: within(1),
          withinTwo: within(2),
          stated: mean(some.map(({ deviation }) => deviation)),
          rmse: Math.sqrt(mean(some.map(({ error }) => error * error))),
        },
      ];
    }),
  );
}

/** Number of values of faces that were given without a deviation. */
export const withoutDeviation = (recordings: readonly RecordingResult[]): number =>
  recordings
    .filter(({ set }) => set === 'video' || set === 'trace')
    .flatMap(({ hr, rr, sdnn }) => [hr, rr, sdnn])
    .filter(({ value, deviation }) => value !== null && deviation === null).length;
