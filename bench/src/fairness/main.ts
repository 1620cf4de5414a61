// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:fairness`: refusals and errors over skin tones, light, motion, timing and compression, on synthetic
 * subjects.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { benchCommand } from '../command-line.ts';
import { cells } from './grid.ts';
import { heatMap } from './heat-map.ts';
import { fairnessPage } from './page.ts';
import { tryCell, type Outcome } from './study.ts';
import { answeredShare, summarise } from './summary.ts';
import { compareVideos } from './videos.ts';

const values = benchCommand(
  'bench:fairness',
  'Refusals and errors over skin tones, light, motion, timing and compression, on synthetic subjects.',
)
  .option('--out <dir>', 'where fairness.md and fairness.svg are written', 'docs/accuracy')
  .option('--no-videos', 'leaves out the face videos')
  .option('--no-cache', 'reads them anew')
  .parse()
  .opts<{ out: string; videos: boolean; cache: boolean }>();
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const grid = cells();
const outcomes: Outcome[] = [];
for (const [at, cell] of grid.entries()) {
  outcomes.push(tryCell(cell, at, true));
  // Without a pulse the colour of the light changes next to nothing: one of the two will do.
  if (cell.colour.colourTemperatureK === 6500) outcomes.push(tryCell(cell, at, false));
  if ((at + 1) % 270 === 0) say(`${String(at + 1)} of ${String(grid.length)} places of the grid`);
}
const rows = values.videos ? await compareVideos(say, values.cache) : [];

await mkdir(values.out, { recursive: true });
const withPulse = outcomes.filter(({ pulse }) => pulse);
await writeFile(path.join(values.out, 'fairness.md'), fairnessPage(outcomes, rows));
await writeFile(path.join(values.out, 'fairness.svg'), heatMap(withPulse));

const { n, refused, mae, worst, wrong } = summarise(withPulse);
const without = outcomes.filter(({ pulse }) => !pulse);
process.stdout.write(
  `${String(n)} synthetic subjects: ${(100 * refused).toFixed(0)} % refused, mean error ${mae.toFixed(2)}, worst ` +
    `${worst.toFixed(1)}, wrong by more than 5: ${(100 * wrong).toFixed(1)} %\n` +
    `${String(without.length)} without a pulse: ${(100 * answeredShare(without)).toFixed(1)} % answered\n` +
    `Written: fairness.md, fairness.svg in ${values.out}\n`,
);
