// SPDX-License-Identifier: Apache-2.0
import { calibrated, judged } from '../accuracy/calibration.ts';
import { CALIBRATION_HEAD, calibrationRows } from '../accuracy/rows.ts';
import { table } from '../table.ts';
import { CODECS, FACTORS, LIGHTS, SKINS, type Factor } from './grid.ts';
import { HARSH_LIGHTS, type HarshOutcome } from './harsh-light.ts';
import { COURSES, type MovingOutcome } from './moving-rates.ts';
import type { Given } from './read-subject.ts';
import type { Outcome } from './study.ts';
import {
  answeredShare,
  goalsOf,
  inGoodConditions,
  misledShare,
  summarise,
  withoutCodec,
} from './summary.ts';
import type { VideoReading, VideoRow } from './videos.ts';

const FACTOR_TEXTS: Readonly<Record<Factor, string>> = {
  skin: 'melanosomes',
  light: 'light',
  colour: 'colour of the light',
  motion: 'motion',
  timing: 'frame rate, jitter',
  codec: 'compression',
};

const percent = (value: number, digits = 0): string =>
  Number.isFinite(value) ? `${(100 * value).toFixed(digits)} %` : '–';
const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

const HEAD = ['subjects', 'refused', 'mean error', 'worst', 'wrong by more than 5'] as const;
function row(outcomes: readonly Given[]): string[] {
  const { n, refused, mae, worst, wrong } = summarise(outcomes);
  return [String(n), percent(refused), number(mae), number(worst), percent(wrong, 1)];
}

function factorTable(outcomes: readonly Outcome[]): string {
  const rows = Object.entries(FACTORS).flatMap(([factor, levels]) =>
    factor === 'codec'
      ? []
      : levels.map((level) => [
          FACTOR_TEXTS[factor as Factor],
          level.text,
          ...row(outcomes.filter(({ cell }) => cell[factor as Factor] === level)),
        ]),
  );
  return table(['condition', '', ...HEAD], rows);
}

function lightTable(outcomes: readonly Outcome[]): string {
  const rows = SKINS.map((skin) => [
    skin.text,
    ...LIGHTS.map((light) => {
      const { refused, mae } = summarise(
        outcomes.filter(({ cell }) => cell.skin === skin && cell.light === light),
      );
      return `${percent(refused)}, ${number(mae)}`;
    }),
  ]);
  return table(['melanosomes', ...LIGHTS.map(({ text }) => text)], rows);
}

function skinRows(outcomes: readonly Outcome[]): string {
  const rows = SKINS.map((skin) => [
    skin.text,
    ...row(outcomes.filter(({ cell }) => cell.skin === skin)),
  ]);
  return table(['melanosomes', ...HEAD], rows);
}

function noPulse(outcomes: readonly Outcome[]): string {
  const raw = withoutCodec(outcomes);
  const coded = outcomes.filter(({ cell }) => cell.codec.codecStep > 0);
  const rows = SKINS.map((skin) => {
    const of = (ones: readonly Outcome[]): string[] => {
      const some = ones.filter(({ cell }) => cell.skin === skin);
      return [String(some.length), percent(answeredShare(some), 1)];
    };
    return [skin.text, ...of(raw), ...of(coded)];
  });
  const head = ['melanosomes', 'without a codec', 'answered', 'with one', 'answered'];
  return table(head, rows);
}

function codecTable(outcomes: readonly Outcome[]): string {
  const rows = SKINS.map((skin) => [
    skin.text,
    ...CODECS.map((codec) => {
      const { refused, mae, wrong } = summarise(
        outcomes.filter(({ cell }) => cell.skin === skin && cell.codec === codec),
      );
      return `${percent(refused)}, ${number(mae)}, ${percent(wrong, 1)}`;
    }),
  ]);
  return table(['melanosomes', ...CODECS.map(({ text }) => text)], rows);
}

export function harshTable(outcomes: readonly HarshOutcome[]): string {
  const line = (text: string, some: readonly HarshOutcome[]): string[] => {
    const withPulse = some.filter(({ pulse }) => pulse);
    const without = some.filter(({ pulse }) => !pulse);
    return [
      text,
      ...row(withPulse),
      String(without.length),
      percent(answeredShare(without), 1),
      percent(misledShare(some), 1),
    ];
  };
  const rows = [
    ...HARSH_LIGHTS.map((light) =>
      line(
        light.text,
        outcomes.filter((one) => one.light === light),
      ),
    ),
    ...SKINS.map((skin) =>
      line(
        `melanosomes ${skin.text}`,
        outcomes.filter((one) => one.skin === skin),
      ),
    ),
    line('all', outcomes),
  ];
  return table(
    ['light', 'with a pulse', ...HEAD.slice(1), 'without', 'answered', 'wrong or without'],
    rows,
  );
}

export function movingTable(outcomes: readonly MovingOutcome[]): string {
  const of = (values: readonly Given[]): string => {
    const { refused, mae } = summarise(values);
    return `${percent(1 - refused)}, ${number(mae)}`;
  };
  const rows = COURSES.map((course) => {
    const some = outcomes.filter((one) => one.course === course);
    const hr = some.map((one) => one.hr);
    const { worst, wrong } = summarise(hr);
    return [
      course.text,
      String(some.length),
      of(hr),
      number(worst),
      percent(wrong, 1),
      of(some.map(({ sdnn }) => sdnn)),
      of(some.map(({ rr }) => rr)),
    ];
  });
  return table(
    ['course', 'subjects', 'heart rate', 'worst', HEAD[4], 'SDNN, ms', 'breathing'],
    rows,
  );
}

/** Subjects without a codec, and those whose rate changes. */
function deviationTable(outcomes: readonly Outcome[], moving: readonly MovingOutcome[]): string {
  const all = [
    ...outcomes.flatMap((one) => judged('hr', one)),
    ...moving.flatMap(({ hr, rr, sdnn }) => [
      ...judged('hr', hr),
      ...judged('rr', rr),
      ...judged('sdnn', sdnn),
    ]),
  ];
  return table(CALIBRATION_HEAD, calibrationRows(calibrated(all)));
}

function goalTable(outcomes: readonly Outcome[], harsh: readonly HarshOutcome[]): string {
  const rows = goalsOf(outcomes, harsh).map(({ what, unit, found, limit }) => [
    what,
    found.toFixed(1),
    `≤ ${String(limit)} ${unit}`,
    found <= limit ? 'met' : '**missed**',
  ]);
  return table(['figure', 'found', 'limit', ''], rows);
}

function videos(rows: readonly VideoRow[]): string {
  const said = ({ value, snrDb }: VideoReading): string =>
    value === null ? 'refused' : `${value.toFixed(1)} (${snrDb.toFixed(1)} dB)`;
  return table(
    ['melanosomes', 'light', 'true', 'video', 'series'],
    rows.map(({ melanosomes, lux, truth, video, traces }) => [
      percent(melanosomes, 1),
      `${String(lux)} lx`,
      truth.toFixed(1),
      said(video),
      said(traces),
    ]),
  );
}

export interface Findings {
  readonly outcomes: readonly Outcome[];
  readonly harsh: readonly HarshOutcome[];
  readonly moving: readonly MovingOutcome[];
  /** Empty where they were left out. */
  readonly videos: readonly VideoRow[];
}

/** The study as a page; generated by the bench, not edited by hand. */
export function fairnessPage({ outcomes, harsh, moving, videos: rows }: Findings): string {
  const withPulse = outcomes.filter(({ pulse }) => pulse);
  const without = outcomes.filter(({ pulse }) => !pulse);
  const raw = withoutCodec(withPulse);
  const parts = [
    '# Fairness on synthetic skin',
    `Written by \`npm run bench:fairness\`; the same in every run. ${String(withPulse.length)} synthetic subjects of ` +
      '30 s with a pulse, one for each combination of six skins, five lights, two colours of light, three kinds of ' +
      `motion, three camera timings and three grades of compression, and ${String(without.length)} without a pulse, ` +
      'all in the light of 6500 K, since its colour makes almost no difference to them; ' +
      `${String(harsh.length)} in harsh light and ${String(moving.length)} with a changing heart rate. Mean error and ` +
      'worst error are of the heart rates given, per minute. A browser reads its camera without a codec in ' +
      "between, so that is the main case, with the sensor's own noise; results with a codec are given separately.",
    '![Heat maps](fairness.svg)',
    '## Goals',
    goalTable(outcomes, harsh),
    '## Good conditions',
    'At least 300 lx, no nodding, at least 24 frames a second, no codec. What remains is the effect of the skin ' +
      'itself.',
    skinRows(inGoodConditions(withPulse)),
    '## Without a codec',
    'All other conditions pooled, including the worst.',
    factorTable(raw),
    'Share refused by skin and light, and mean error of the values given.',
    lightTable(raw),
    '## Harsh light',
    'Light that drifts at heart rates, more strongly than a pulse changes skin, without a codec. Changes are ' +
      'relative; a pulse changes the green of light skin by 0.5 %. *Wrong or without*: share of all subjects in the ' +
      'row who got a heart rate that was off by more than 5, or got one without a pulse.',
    harshTable(harsh),
    '## Changing heart rates',
    'In 300 lx, without a codec, all skins. The truth is the mean over the 30 s; SDNN includes the change of the ' +
      'rate itself. Share answered, and mean error of the values given; the breathing rate varies by a tenth.',
    movingTable(moving),
    '## Stated deviations',
    'Whether errors are as large as the standard deviations that the engine states: heart rates of all subjects ' +
      'without a codec, breathing and SDNN of those in the previous table. The shares are 68 and 95 % if the stated ' +
      'deviations are right.',
    deviationTable(raw, moving),
    '## Without a pulse',
    'The same people and cameras without a pulse must be refused.',
    noPulse(without),
    '## With a codec',
    'Recordings that went through a codec first, as in files and video calls. Share refused, mean error of the ' +
      'values given, share wrong by more than 5.',
    codecTable(withPulse),
  ];
  if (rows.length > 0) {
    parts.push(
      '## Colour series and face videos',
      'The grid runs on colour series that skip camera pixels, tracker and extractor. A few of its cells were also ' +
        'rendered as face videos (640 x 480, sensor noise, small sway), decoded in a browser, tracked and extracted like ' +
        'any recording. Rendered faces are shaded, so their pulse is not the same everywhere and the SNR differs.',
      videos(rows),
    );
  }
  parts.push(
    '## The model',
    '- **Skin**: reflectance from 400 to 700 nm of an epidermis with melanosomes over a dermis with 1 % of blood: ' +
      'absorption of melanosomes and their shares by skin type from Jacques 1998 ' +
      '(omlc.org/news/jan98/skinoptics.html), scattering from Jacques 2013 (doi:10.1088/0031-9155/58/11/R37), ' +
      'haemoglobin as compiled by Prahl 1999, diffuse reflectance by Flock et al. 1989 ' +
      '(doi:10.1109/TBME.1989.1173624). A pulse is 3.5 % more and less blood, which determines how strongly it shows ' +
      'in each colour. The surface reflects 2 % of the light, whatever the skin.\n' +
      '- **Light and camera**: black bodies of 6500 and 2700 K, the CIE observer, white balance, sRGB; an exposure ' +
      'that meters face and wall alike, shot and read noise of a webcam, 8 bits. Light drifts slowly by 0.4 %, for ' +
      'face and background alike.\n' +
      '- **Harsh light**: brightness and colour wander with power falling as the square of the frequency, up to 3 Hz, ' +
      'on face and background alike; a lamp on 50 Hz mains, with 30 % more of its flicker in blue and less in red, ' +
      'filmed at a frame rate that aliases it to 0.7 to 2.5 Hz; a screen whose picture changes at random times to ' +
      'random colours, and a lamp of random colour that swings nearly as regularly as a heart, both on the face, a ' +
      'little more on one side, and partly on the wall. With a window behind the person, the wall is white and shows ' +
      'none of it.\n' +
      '- **Motion**: sway of 4 % of the picture; nodding of up to 0.8 % at 0.7 to 2.3 Hz, which changes shading and ' +
      'gloss at heart rates.\n' +
      '- **Compression**: closed-loop quantisation of 8 x 8 blocks with a dead zone, a key frame every 60.',
    '## What it shows and what it cannot show',
    'Melanin reduces the signal in two ways that no algorithm can undo: less light returns, so noise and ' +
      'quantisation weigh more, and gloss, which carries no pulse, is a larger part of what does return. Read the ' +
      'columns from top to bottom: where refusals grow with melanin, the product is less available to people with ' +
      'darker skin, even where the values it shows are right. Refusing is the honest failure, but not a harmless one. ' +
      'With a codec, dim light can cause fewer refusals than bright light, because the noise of the sensor keeps the ' +
      'codec from removing the pulse.\n\n' +
      'It cannot show accuracy on people. Skin here is flat, even and of one kind. There are no beards, make-up, ' +
      'scars, tans, ages or temperatures. Lamps with line spectra, and the hunting automatic exposure, noise reduction ' +
      'and beauty filters of real cameras are missing. The face tracker, which may itself favour some faces, is used ' +
      'only in the few videos, whose faces are rendered. The amount of blood and its pulsation are the same for ' +
      'everyone, which is not known to be true. **Whether the product is fair can only be shown on people of all skin ' +
      'tones, with a chest strap.**',
  );
  return `${parts.join('\n\n')}\n`;
}
