// SPDX-License-Identifier: Apache-2.0
/** The report of a study as one file that can be published: no script, no external resources. */
import { isKnownCondition, type KnownCondition } from '@perfuse/contract/study/protocol';
import type {
  AccuracyReport,
  Failure,
  ReferenceFault,
  ReferenceSource,
  Share,
  StudyFigures,
  StudySummary,
} from './report.ts';
import { escaped } from '../svg/svg.ts';
import { studyPlot } from './study-plot.ts';

const CONDITION_TEXTS: Readonly<Record<KnownCondition, string>> = {
  rest: 'at rest',
  talk: 'talking',
  'dim-light': 'in dim light',
  'side-light': 'lit from one side',
  'after-exercise': 'after exercise',
};
const SOURCE_TEXTS: Readonly<Record<ReferenceSource, string>> = {
  intervals: 'intervals between heart beats',
  rate: 'rates reported by a strap (its own averages)',
  oximeter: 'pulse rates of an oximeter',
};
const FAULT_TEXTS: Readonly<Record<ReferenceFault, string>> = {
  none: 'no sensor, or no data from it',
  contact: 'the sensor had no skin contact',
  doubtful: 'the sensor marked its values as doubtful',
  gaps: 'the sensor sent no data for more than a fifth of the recording',
  artefacts: 'a tenth of the intervals are not heart beats',
  clock: 'the intervals do not fill the time in which they arrived',
};

const STYLE = `
:root{color-scheme:light dark;--page:#fbf9f6;--card:#fff;--ink:#182628;--soft:#536063;--line:#e4ded5;--accent:#0c6a66}
@media (prefers-color-scheme:dark){:root{--page:#11181a;--card:#1a2326;--ink:#edf2f1;--soft:#a8b6b7;--line:#2b373a;--accent:#66cec4}}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .75rem}
p{max-width:44rem;margin:.5rem 0}.soft{color:var(--soft)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1.5rem 0}
.figures div{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:.9rem 1rem}
.figures dt{color:var(--soft);font-size:.875rem}.figures dd{margin:.1rem 0 0;font-size:1.5rem;font-weight:650}
.figures small{display:block;color:var(--soft);font-size:.8rem;font-weight:400}
.wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .6rem;text-align:right;border-top:1px solid var(--line)}td{white-space:nowrap}
thead th{border-top:0;color:var(--soft);font-weight:500;vertical-align:bottom}th:first-child,td:first-child{text-align:left}
tbody th{font-weight:600;min-width:7rem}svg{max-width:100%;height:auto}
`;

const number = (value: number | null, digits = 2): string =>
  value === null ? '–' : value.toFixed(digits).replace('-', '−');
const percent = (share: number | null): string =>
  share === null ? '–' : `${(100 * share).toFixed(0)} %`;
const shareText = ({ n, of }: Share): string =>
  of === 0 ? '–' : `${String(n)} of ${String(of)} (${percent(n / of)})`;
const interval = ({ from, to }: Share): string =>
  from === null ? '' : `95 % interval ${percent(from)} to ${percent(to)}`;
const span = (from: number | null, to: number | null): string =>
  from === null || to === null ? '–' : `${number(from)} to ${number(to)}`;

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        at === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`,
      )
      .join('');
  const top = head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<div class="wide"><table><thead><tr>${top}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const HEAD = [
  '',
  'people',
  'answered',
  'compared',
  'bias',
  'limits of agreement',
  'A_rms',
  'within 3',
  'within 5 or 10 %',
  'off by more than 5',
] as const;

const row = (name: string, one: StudyFigures): string[] => [
  name,
  String(one.people),
  shareText(one.answered),
  String(one.compared),
  number(one.bias),
  span(one.lowerLimit, one.upperLimit),
  number(one.rmse),
  shareText(one.within3),
  shareText(one.within10),
  String(one.wrong),
];

const conditionText = (condition: string): string =>
  isKnownCondition(condition) ? CONDITION_TEXTS[condition] : condition;

function figure(name: string, value: string, note: string): string {
  return `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}<small>${escaped(note)}</small></dd></div>`;
}

function referenceText({ faults, spread, differs }: StudySummary): string[] {
  const missing = Object.entries(faults) as [ReferenceFault, number][]; // the keys are the faults
  return [
    spread === null
      ? ''
      : `The latency of the sensors is not known. If it were up to 3 s longer than assumed, the references would differ by at most ${number(spread, 1)} per minute.`,
    missing.length === 0
      ? 'Every heart rate of the camera has a reference.'
      : `Without a reference, and so excluded from the errors: ${missing.map(([fault, n]) => `${String(n)} (${FAULT_TEXTS[fault]})`).join('; ')}.`,
    differs === 0
      ? 'The heart rates recomputed from the recorded signals equal those that the app gave.'
      : `In ${String(differs)} measurements, the heart rate that the app gave differs from the recomputed one: they come from another version of the engine, or the files were changed.`,
  ].filter((text) => text !== '');
}

/** The equipment, which a reader of the figures has to know. */
function recordedText({ recordedWith: { apps, sensors, cameras } }: StudySummary): string[] {
  const listed = (name: string, some: readonly string[]): string[] =>
    some.length === 0 ? [] : [`${name}: ${some.join('; ')}.`];
  return [
    ...listed('Perfuse', apps),
    ...listed('Sensors, by the names that they report, without serial numbers', sensors),
    ...listed('Cameras', cameras),
  ];
}

const counted = (n: number, one: string, several: string): string =>
  `${String(n)} ${n === 1 ? one : several}`;

/** Files excluded from all figures: exclusions are part of what is published. */
function leftOutText(failed: readonly Failure[]): string[] {
  if (failed.length === 0) return [];
  const files = failed.map(({ name, reason }) => `${name} (${reason})`).join('; ');
  return [`${counted(failed.length, 'file is', 'files are')} excluded from all figures: ${files}`];
}

/** Null without a study. */
export function studyPage({ recordings, summary }: AccuracyReport): string | null {
  const { study } = summary;
  if (study === null) return null;
  const { all } = study;
  const people = counted(all.people, 'person', 'people');
  const sessions = counted(study.sessions, 'session', 'sessions');
  const measurements = counted(all.measurements, 'measurement', 'measurements');
  const paragraphs = (texts: readonly string[]): string =>
    texts.map((text) => `<p>${escaped(text)}</p>`).join('\n');
  const few =
    all.people < 30
      ? [`${people}: too few to generalise. The intervals show the uncertainty.`]
      : [];
  const parts = [
    '<h1>Heart rate from a camera, against a body-worn sensor</h1>',
    `<p class="soft">${escaped(`${people}, ${sessions}, ${measurements} of up to 30 s. Rates are per minute.`)}</p>`,
    paragraphs(few),
    '<dl class="figures">',
    figure(
      'Answered',
      percent(all.answered.n / Math.max(1, all.answered.of)),
      interval(all.answered),
    ),
    figure(
      'Bias',
      number(all.bias),
      all.biasFrom === null
        ? 'no interval of fewer than 4 people'
        : `95 % interval ${span(all.biasFrom, all.biasTo)}`,
    ),
    figure('A_rms', number(all.rmse), `of ${String(all.compared)} compared`),
    figure(
      'Within 5 or 10 %',
      percent(all.within10.n / Math.max(1, all.within10.of)),
      interval(all.within10),
    ),
    '</dl>',
    studyPlot(recordings, all),
    '<h2>All, by skin tone and by condition</h2>',
    tableOf(HEAD, [
      row('all', all),
      ...study.byTone.map(({ tone, figures }) =>
        row(tone === null ? 'skin tone not stated' : `Monk ${String(tone)}`, figures),
      ),
      ...study.byCondition.map(({ condition, figures }) => row(conditionText(condition), figures)),
    ]),
    paragraphs([
      'Answered: given a heart rate, of those recorded to the end or refused because of a weak signal. Compared: answered and with a reference; errors are computed from these. ' +
        'Limits of agreement: bias ± 1.96 standard deviations of the differences, between and within people. A_rms: root of the mean square of the differences. ' +
        'Skin tones are the participants’ own choice on the Monk Skin Tone scale.',
      `Not finished: ${String(study.cancelled)} cancelled by a person, ${String(study.failed)} for another reason. They are excluded from all figures.`,
      ...leftOutText(summary.failed),
    ]),
    '<h2>Does the stated uncertainty hold?</h2>',
    paragraphs([
      `Errors within one stated standard deviation: ${shareText(all.withinOne)}, ${interval(all.withinOne)}; expected 68 %. ` +
        `Within two: ${shareText(all.withinTwo)}, ${interval(all.withinTwo)}; expected 95 %.`,
    ]),
    '<h2>The reference</h2>',
    tableOf(
      HEAD,
      study.bySource.map(({ source, figures }) => row(SOURCE_TEXTS[source], figures)),
    ),
    paragraphs(referenceText(study)),
    '<h2>Recorded with</h2>',
    paragraphs(recordedText(study)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Heart rate from a camera, against a body-worn sensor</title>
<style>${STYLE}</style>
</head>
<body><main>
${parts.join('\n')}
</main></body>
</html>
`;
}

/** The figures for the terminal. */
export function studyFigures({ summary }: AccuracyReport): string {
  const { study } = summary;
  if (study === null) return '';
  const { all } = study;
  return [
    `## Validation study: ${counted(all.people, 'person', 'people')}, ${counted(all.measurements, 'measurement', 'measurements')}`,
    `Answered ${shareText(all.answered)}; compared ${String(all.compared)}; bias ${number(all.bias)}, limits ${span(all.lowerLimit, all.upperLimit)}, A_rms ${number(all.rmse)} per minute; within 5 or 10 % ${shareText(all.within10)}.`,
    '',
  ].join('\n\n');
}
