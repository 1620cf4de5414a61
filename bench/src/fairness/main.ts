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
import { harshLightStudy, type HarshOutcome } from './harsh-light.ts';
import { heatMap } from './heat-map.ts';
import { movingRateStudy, type MovingOutcome } from './moving-rates.ts';
import { fairnessPage, harshTable, movingTable } from './page.ts';
import { tryCell, type Outcome } from './study.ts';
import { answeredShare, goalsOf, summarise, withoutCodec } from './summary.ts';
import { compareVideos } from './videos.ts';

const values = benchCommand(
  'bench:fairness',
  'Refusals and errors over skin tones, light, motion, timing and compression, on synthetic subjects.',
)
  .option('--out <dir>', 'output folder of fairness.md and fairness.svg', 'docs/accuracy')
  .option('--no-grid', 'print only harsh light and changing heart rates, and write nothing')
  .option('--no-videos', 'skip the face videos')
  .option('--no-cache', 'read the face videos again')
  .parse()
  .opts<{ out: string; grid: boolean; videos: boolean; cache: boolean }>();
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function gridOutcomes(): Outcome[] {
  const grid = cells();
  return grid.flatMap((cell, at) => {
    if ((at + 1) % 270 === 0) say(`${String(at + 1)} of ${String(grid.length)} grid cells`);
    const withPulse = tryCell(cell, at, true);
    // Without a pulse the colour of the light makes almost no difference: one of the two is enough.
    return cell.colour.colourTemperatureK === 6500
      ? [withPulse, tryCell(cell, at, false)]
      : [withPulse];
  });
}

async function writeStudy(harsh: HarshOutcome[], moving: MovingOutcome[]): Promise<string> {
  const outcomes = gridOutcomes();
  const videos = values.videos ? await compareVideos(say, values.cache) : [];
  await mkdir(values.out, { recursive: true });
  const withPulse = outcomes.filter(({ pulse }) => pulse);
  const page = fairnessPage({ outcomes, harsh, moving, videos });
  await writeFile(path.join(values.out, 'fairness.md'), page);
  await writeFile(path.join(values.out, 'fairness.svg'), heatMap(withPulse));

  const { n, refused, mae, worst, wrong } = summarise(withoutCodec(withPulse));
  const without = withoutCodec(outcomes.filter(({ pulse }) => !pulse));
  const goals = goalsOf(outcomes, harsh).map(
    ({ what, unit, found, limit }) =>
      `${what}: ${found.toFixed(1)} ${unit} (at most ${String(limit)})\n`,
  );
  return (
    `${String(n)} synthetic subjects without a codec: ${(100 * refused).toFixed(0)} % refused, mean error ` +
    `${mae.toFixed(2)}, worst ${worst.toFixed(1)}, wrong by more than 5: ${(100 * wrong).toFixed(1)} %\n` +
    `${String(without.length)} without a pulse: ${(100 * answeredShare(without)).toFixed(1)} % answered\n` +
    `${goals.join('')}Written: fairness.md, fairness.svg in ${values.out}\n`
  );
}

const harsh = harshLightStudy();
say(`${String(harsh.length)} subjects in harsh light`);
const moving = movingRateStudy();
say(`${String(moving.length)} subjects with a changing heart rate`);
process.stdout.write(
  values.grid
    ? await writeStudy(harsh, moving)
    : `${harshTable(harsh)}\n\n${movingTable(moving)}\n`,
);
