// SPDX-License-Identifier: Apache-2.0
/** Texts about one recording and about a set, the same in the terminal and in the Markdown table. */
import { breathingFigures } from './breathing-figures.ts';
import { rateFigures } from './rate-figures.ts';
import type {
  CalibrationRow,
  RateFigures,
  RecordingResult,
  SetName,
  SetSummary,
  Usefulness,
} from './report.ts';

export const SET_TITLES: Readonly<Record<SetName, string>> = {
  video: 'Face videos, every frame decoded, tracked and extracted',
  trace: 'Faces as colour series',
  'no-pulse': 'Faces without a pulse: must be refused',
  negative: 'Skin without a usable pulse: must be refused',
  finger: 'Finger on a camera, against a chest strap',
  waveform: "Pulse waves of another product, against that product's figures",
  beats: 'Beats of another camera method, against a finger sensor',
  respiration: 'Pulse waves and heart beats, against counted breaths, in windows of 30 s',
  chest: 'Chest movement only, paced breathing',
  segments: 'Skin with a counted pulse, in windows of up to 30 s: must be right or refused',
  study: 'People, against a body-worn sensor',
};

export const number = (value: number | null, digits = 1): string =>
  value === null || !Number.isFinite(value) ? '–' : value.toFixed(digits);

/** Found value and truth. */
const both = ({ value, truth }: RecordingResult['hr'], digits: number): string =>
  value === null && truth === null ? '–' : `${number(value, digits)} / ${number(truth, digits)}`;

export const RECORDING_HEAD = [
  'recording',
  'heart rate',
  'breathing',
  'SDNN',
  'RMSSD',
  'SNR dB',
  'GREEN',
  'CHROM',
  'POS',
  'refused because',
] as const;

export function recordingRow(recording: RecordingResult): string[] {
  const { name, hr, rr, sdnn, rmssd, snr, plain, windows, reason } = recording;
  const rates = plain.skin;
  const answered = windows
    .map((one) => `${String(one.answered)} of ${String(one.count)} (${String(one.lengthS)} s)`)
    .join(', ');
  return [
    name,
    both(hr, 1),
    both(rr, 1),
    both(sdnn, 0),
    both(rmssd, 0),
    snr <= -100 ? '–' : number(snr),
    number(rates?.green ?? null),
    number(rates?.chrom ?? null),
    number(rates?.pos ?? null),
    answered === '' ? (reason ?? '') : `${reason ?? ''}; windows answered: ${answered}`,
  ];
}

export const FIGURE_HEAD = [
  'figure',
  'answered',
  'MAE',
  'RMSE',
  'bias',
  'limits of agreement',
  'r',
  'worst',
] as const;

/** How many of the recordings with a truth were answered. */
const answeredText = (n: number, known: number): string =>
  known === 0 ? '–' : `${String(n)} of ${String(known)} (${number((100 * n) / known, 0)} %)`;

/** Rows of figures: the engine's four quantities, then the plain methods' heart rate. */
export function figureRows(set: SetSummary): string[][] {
  const row = (name: string, found: SetSummary['hr'], digits = 2): string[] => [
    name,
    answeredText(found.n, found.known),
    number(found.mae, digits),
    number(found.rmse, digits),
    number(found.bias, digits),
    found.lowerLimit === null
      ? '–'
      : `${number(found.lowerLimit, digits)} to ${number(found.upperLimit, digits)}`,
    number(found.r, 3),
    number(found.worst, digits),
  ];
  const { skin, box } = set.plain;
  return [
    row('heart rate, 1/min', set.hr),
    row('breathing, 1/min', set.rr),
    row('SDNN, ms', set.sdnn, 1),
    row('RMSSD, ms', set.rmssd, 1),
    row('heart rate by plain GREEN', skin.green),
    row('heart rate by plain CHROM', skin.chrom),
    row('heart rate by plain POS', skin.pos),
    row('plain GREEN on the face box', box.green),
    row('plain CHROM on the face box', box.chrom),
    row('plain POS on the face box', box.pos),
  ].filter(([, answered]) => answered !== '–');
}

export const BREATHING_HEAD = [
  'recording',
  'windows',
  'answered',
  'mean error',
  'within 2',
  'within one ±',
  'within two ±',
  'always 18',
] as const;

const percent = (share: number | null): string =>
  share === null ? '–' : `${number(100 * share, 0)} %`;

/** A row for each recording with counted breaths, and one for all of them. */
export function breathingRows(recordings: readonly RecordingResult[]): string[][] {
  const row = (name: string, breaths: RecordingResult['breathing']): string[] => {
    const found = breathingFigures(breaths);
    return found === null
      ? [name, '0']
      : [
          name,
          String(found.windows),
          percent(found.answered / found.windows),
          number(found.mae, 2),
          percent(found.within2),
          percent(found.withinOne),
          percent(found.withinTwo),
          number(found.always18, 2),
        ];
  };
  return [
    ...recordings.map(({ name, breathing }) => row(name, breathing)),
    row(
      '**all**',
      recordings.flatMap(({ breathing }) => breathing),
    ),
  ];
}

export const RATE_HEAD = [
  'recording',
  'answered',
  'MAE',
  'worst',
  'off by over 5',
  'GREEN',
  'CHROM',
  'POS',
] as const;

/** A row for each recording with a counted pulse, and one for all of them; the plain methods always answer. */
export function rateRows(recordings: readonly RecordingResult[]): string[][] {
  const row = (name: string, rates: RecordingResult['rates']): string[] => {
    const found = rateFigures(rates);
    if (found === null) return [name, '–'];
    const plain = ({ mae, wrong }: RateFigures['plain']['pos']): string =>
      `${number(mae, 2)}, ${String(wrong)} off`;
    return [
      name,
      answeredText(found.answered, found.windows),
      number(found.mae, 2),
      number(found.worst, 2),
      String(found.wrong),
      plain(found.plain.green),
      plain(found.plain.chrom),
      plain(found.plain.pos),
    ];
  };
  return [
    ...recordings.map(({ name, rates }) => row(name, rates)),
    row(
      '**all**',
      recordings.flatMap(({ rates }) => rates),
    ),
  ];
}

export const CALIBRATION_HEAD = [
  'value',
  'signal',
  'n',
  'within one ±',
  'within two ±',
  'mean ± stated',
  'RMS error',
] as const;

const QUANTITY_TEXTS = {
  hr: 'heart rate, 1/min',
  rr: 'breathing, 1/min',
  sdnn: 'SDNN, ms',
} as const;

export const calibrationRows = (rows: readonly CalibrationRow[]): string[][] =>
  rows.map(({ quantity, band, n, withinOne, withinTwo, stated, rmse }) => [
    QUANTITY_TEXTS[quantity],
    band,
    String(n),
    percent(withinOne),
    percent(withinTwo),
    number(stated, 2),
    number(rmse, 2),
  ]);

export const USEFULNESS_HEAD = [
  'people',
  'heart rate',
  'breathing',
  'variability',
  'stress',
] as const;

const PEOPLE_TEXTS = { readable: 'whose pulse can be read', all: 'all with a pulse' } as const;

export const usefulnessRows = (rows: readonly Usefulness[]): string[][] =>
  rows.map(({ people, n, ...seen }) => [
    PEOPLE_TEXTS[people],
    ...[seen.hr, seen.rr, seen.sdnn, seen.stress].map((count) => answeredText(count, n)),
  ]);

export function refusedText({
  refused,
  recordings,
  refusedShare,
  wrongAndConfident,
}: SetSummary): string {
  const share = number(100 * (refusedShare ?? 0), 0);
  return `refused ${String(refused)} of ${String(recordings)} (${share} %), wrong and confident ${String(wrongAndConfident)}`;
}

const EMPTY: ReadonlySet<string | undefined> = new Set(['', '–', undefined]);

/** Drops the columns that are empty in every row. */
export function filled(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly [readonly string[], readonly (readonly string[])[]] {
  const kept = head.flatMap((_, at) => (rows.some((row) => !EMPTY.has(row[at])) ? [at] : []));
  const pick = (row: readonly string[]): string[] => kept.map((at) => row[at] ?? '');
  return [pick(head), rows.map(pick)];
}
