// SPDX-License-Identifier: Apache-2.0
import { table } from '../table.ts';
import { FACTORS, LIGHTS, SKINS, type Factor } from './grid.ts';
import type { Outcome } from './study.ts';
import { answeredShare, summarise } from './summary.ts';
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
function row(outcomes: readonly Outcome[]): string[] {
  const { n, refused, mae, worst, wrong } = summarise(outcomes);
  return [String(n), percent(refused), number(mae), number(worst), percent(wrong, 1)];
}

function factorTable(outcomes: readonly Outcome[]): string {
  const rows = Object.entries(FACTORS).flatMap(([factor, levels]) =>
    levels.map((level) => [
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

const isGood = ({ cell }: Outcome): boolean =>
  cell.light.lux >= 300 &&
  cell.motion.nod === 0 &&
  cell.timing.frameRate >= 24 &&
  cell.codec.codecStep === 0;

function skinRows(outcomes: readonly Outcome[]): string {
  const rows = SKINS.map((skin) => [
    skin.text,
    ...row(outcomes.filter((one) => isGood(one) && one.cell.skin === skin)),
  ]);
  return table(['melanosomes', ...HEAD], rows);
}

function noPulse(outcomes: readonly Outcome[]): string {
  const rows = SKINS.map((skin) => {
    const some = outcomes.filter(({ cell }) => cell.skin === skin);
    const moving = some.filter(({ cell }) => cell.motion.nod > 0);
    const raw = some.filter(({ cell }) => cell.codec.codecStep === 0);
    const shares = [some, raw, moving].map((ones) => percent(answeredShare(ones), 1));
    return [skin.text, String(some.length), ...shares];
  });
  const head = ['melanosomes', 'subjects', 'answered', 'answered, no codec', 'answered, nodding'];
  return table(head, rows);
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

/** The study as a page; written by the bench, not by hand. */
export function fairnessPage(outcomes: readonly Outcome[], rows: readonly VideoRow[]): string {
  const withPulse = outcomes.filter(({ pulse }) => pulse);
  const without = outcomes.filter(({ pulse }) => !pulse);
  const parts = [
    '# Fairness on synthetic skin',
    `Written by \`npm run bench:fairness\`; the same in every run. ${String(withPulse.length)} synthetic subjects of 30 s ` +
      'with a pulse, one for each combination of six skins, five lights, two colours of light, three kinds of motion, ' +
      `three camera timings and three grades of compression, and ${String(without.length)} without a pulse. Mean error ` +
      'and worst are of the heart rates that were given, a minute.',
    '![Heat maps](fairness.svg)',
    '## Good conditions',
    'At least 300 lx, no nodding, at least 24 frames a second, no codec. What is left is the skin itself.',
    skinRows(withPulse),
    '## Every condition alone',
    'All other conditions pooled, the worst among them.',
    factorTable(withPulse),
    '## Skin and light',
    'Share refused, and mean error of what was given.',
    lightTable(withPulse),
    '## Without a pulse',
    'The same people and cameras without a pulse must be refused.',
    noPulse(without),
  ];
  if (rows.length > 0) {
    parts.push(
      '## The short way and the whole way',
      'The grid runs on colour series that skip camera pixels, tracker and extractor. A few of its places were also drawn ' +
        'as face videos (640 x 480, sensor noise, small sway), decoded in a browser, tracked and extracted like any ' +
        'recording. Drawn faces are shaded, so their pulse is not the same everywhere; the SNR differs for that.',
      videos(rows),
    );
  }
  parts.push(
    '## What the model is',
    '- **Skin**: reflectance from 400 to 700 nm of an epidermis with melanosomes over a dermis with 1 % of blood: ' +
      'absorption of melanosomes and their shares by skin type from Jacques 1998 (omlc.org/news/jan98/skinoptics.html), ' +
      'scattering from Jacques 2013 (doi:10.1088/0031-9155/58/11/R37), haemoglobin as compiled by Prahl 1999, diffuse ' +
      'reflectance by Flock et al. 1989 (doi:10.1109/TBME.1989.1173624). A pulse is 3.5 % more and less blood; how ' +
      'strongly it shows in each colour follows. 2 % of the light is thrown back by the surface, whatever the skin.\n' +
      '- **Light and camera**: black bodies of 6500 and 2700 K, the CIE observer, white balance, sRGB; an exposure that ' +
      'meters face and wall alike, shot and read noise of a webcam, 8 bits. Light drifts slowly by 0.4 %, for face and ' +
      'background alike.\n' +
      '- **Motion**: sway of 4 % of the picture; nodding of up to 0.8 % at 0.7 to 2.3 Hz, which changes shading and gloss ' +
      'at the rates of a heart.\n' +
      '- **Compression**: closed-loop quantisation of 8 x 8 blocks with a dead zone, a key frame every 60.',
    '## What it shows, and what it cannot',
    'Melanin takes signal in two ways that no algorithm gives back: less light returns, so noise and quantisation weigh ' +
      'more, and gloss, which carries no pulse, is a larger part of what does return. Read the columns from top to bottom: ' +
      'where refusals grow with melanin, the product is less available to darker skin, even where what it shows is right. ' +
      'That is the honest failure, not a harmless one. Dim light can refuse less than bright light: there the noise of the ' +
      'sensor keeps the codec from swallowing the pulse, and only the darkest skin loses more than it gains.\n\n' +
      'It cannot show accuracy on people. Skin here is flat, even and of one kind; there are no beards, make-up, scars, ' +
      'tans, ages or temperatures; lamps with line spectra, automatic exposure that hunts, noise reduction and beauty ' +
      'filters of real cameras are missing; the face tracker, which may itself favour some faces, is only in the few ' +
      'videos, and those are drawings. The amount of blood and its pulsation is the same for all, which is not known to ' +
      'be true. **Whether the product is fair can only be shown on people of all skin tones, with a chest strap.**',
  );
  return `${parts.join('\n\n')}\n`;
}
