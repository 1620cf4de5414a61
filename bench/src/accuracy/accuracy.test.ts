// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { phantomTraces } from '@perfuse/phantom';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blandAltman } from './bland-altman.ts';
import { accuracyFigures, accuracyPage } from './markdown.ts';
import { windowOf } from './recordings/cut.ts';
import { reportSchema, type AccuracyReport, type RecordingResult } from './report.ts';
import { runAccuracy } from './run.ts';
import { summariseSet } from './summary.ts';

const directory = temporaryDirectory('accuracy-test');
const put = async (name: string, content: unknown): Promise<void> => {
  const file = path.join(directory.path, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
};
afterAll(() => directory.remove());

/** A synthetic subject in the form of the recordings. */
function trace(amplitude: number, seed: number): object {
  const { frames, truth } = phantomTraces({ amplitude, seed, bpm: 66, snr: 16, sdnn: 25 });
  const rows = ({ red, green, blue }: Record<'red' | 'green' | 'blue', Float32Array>) =>
    Array.from(red, (value, i) => [value, green[i], blue[i]]);
  const { skin, forehead } = frames.regions;
  if (skin === undefined || forehead === undefined) throw new Error('The phantom has no skin.');
  return {
    name: 'anything',
    kind: 'phantom',
    truth: amplitude === 0 ? { hr: null } : truth,
    t: Array.from(frames.timeMs, (ms) => ms / 1000),
    skin: rows(skin),
    box: rows(skin),
    background: rows(frames.background),
    motion: Array.from(frames.timeMs, () => [0, 0]),
    regions: { fore: rows(forehead) },
  };
}

const strap = [800, 850, 790, 1020, 805, 830, 795, 990, 810, 800, 845, 790, 1010, 820];
const beats = strap.reduce<number[]>((t, rr) => [...t, (t.at(-1) ?? 0) + rr], [0]);

describe('a folder of recordings', () => {
  let report: AccuracyReport;
  const find = (name: string): RecordingResult => {
    const found = report.recordings.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} is not in the report.`);
    return found;
  };

  beforeAll(async () => {
    const patches = Array.from({ length: 500 }, (_, i) => [
      150 + 3 * Math.sin(i * i),
      100 + 3 * Math.cos(i * i * 1.3),
      80,
    ]);
    await put('some/deep/pulse-a.json', trace(0.8, 4));
    await put('some/pulse-b.json', trace(0, 5));
    await put('other/skin.json', { fps: 15, truth: { meanHr: 80 }, rois: { forehead: patches } });
    await put('fingers/p7/PPG.csv', 'time,R,G,B\n' + fingerRows());
    await put('fingers/p7/RR.txt', strap.join(' '));
    await put('pairs/walk_rppg.csv', beats.map((ms) => (ms + 9) / 1000).join('\n'));
    await put('pairs/walk_ppg.csv', beats.map((ms) => ms / 1000).join('\n'));
    await put('breaths/finger.json', breathing());
    await put('animals/counted.json', segments());
    await put('broken/half.json', '{"t": [0, 1');
    await put('broken/odd.json', { what: 'else' });
    await put('broken/short.json', { ...trace(0.5, 6), skin: [[1, 2, 3]] });
    await put('broken/clip.mp4', 'not a video');
    await put('broken/lonely.json', { hr: 60 });
    await put('LICENSE', 'words');
    report = await runAccuracy(directory.path);
  });

  /** Skin with a pulse counted every 10 s; one segment could not be counted. */
  function segments(): object {
    const options = { bpm: 84, sdnn: 0, snr: 16, seed: 3, durationS: 95, sway: 0.001 };
    const { frames } = phantomTraces(options);
    const { skin } = frames.regions;
    if (skin === undefined) throw new Error('The phantom has no skin.');
    const segmentHr = [84, 84, 84, 84, 84, 84, 84, null, 84];
    return {
      t: Array.from(frames.timeMs, (ms) => ms / 1000),
      skin: Array.from(skin.red, (red, i) => [red, skin.green[i], skin.blue[i]]),
      truth: { hr: 84, segmentSeconds: 10, segmentHr },
    };
  }

  /** A heart at 72 a minute whose rate, strength and level follow 15 breaths a minute. */
  function breathing(): object {
    const breath = (s: number): number => Math.sin((2 * Math.PI * s) / 4);
    const wave = Array.from({ length: 1800 }, (_, i) => {
      const s = i / 30;
      const angle = 2 * Math.PI * (1.2 * s - 0.03 * Math.cos((2 * Math.PI * s) / 4));
      return (
        (1 + 0.1 * breath(s)) * (Math.sin(angle) + 0.3 * Math.sin(2 * angle)) + 0.3 * breath(s)
      );
    });
    const windows = [0, 30].map((start) => ({ start, end: start + 30, rr: 15 }));
    return { kind: 'contact-ppg', fps: 30, wave, truth: { windows } };
  }

  function fingerRows(): string {
    const lines: string[] = [];
    for (let ms = 0, beat = 0; ms < (beats.at(-1) ?? 0); ms += 33) {
      while (ms >= (beats[beat + 1] ?? Infinity)) beat += 1;
      const phase = (ms - (beats[beat] ?? 0)) / (strap[beat] ?? 1);
      lines.push(`${String(ms)},${String(200 - 2 * Math.sin(2 * Math.PI * phase))},1,2`);
    }
    return lines.join('\n');
  }

  it('yields one report of the documented shape that survives a JSON round trip', () => {
    const again: unknown = JSON.parse(JSON.stringify(report));
    expect(reportSchema.parse(again)).toEqual(report);
  });

  it('is searched at any depth, and recordings are classified by content', () => {
    const sets = report.recordings.map(({ name, set }) => `${set} ${name}`);
    expect(sets).toEqual([
      'trace pulse-a',
      'no-pulse pulse-b',
      'negative skin',
      'finger p7',
      'beats walk',
      'respiration finger',
      'segments counted',
    ]);
  });

  it('yields every quantity with its ground truth, and null where it is refused', () => {
    const { hr, rr, plain, snr } = find('pulse-a');
    expect(Math.abs((hr.value ?? 0) - (hr.truth ?? 0))).toBeLessThan(1);
    expect(hr.snr).toBe(snr);
    expect(rr.truth).toBe(15);
    expect(plain.skin?.green).toBeCloseTo(hr.truth ?? 0, -1);
    expect(plain.box).toEqual(plain.skin);
    const refused = find('pulse-b');
    expect(refused.hr).toEqual({ truth: null, value: null, deviation: null, snr: -100 });
    expect(refused.reason).toBe('low-signal');
    expect(find('skin').windows[0]).toEqual({ lengthS: 30, count: 1, answered: 0 });
    expect(find('walk').intervalErrorMs).toBeLessThan(30);
    const [first, second] = find('finger').breathing;
    expect(Math.abs((first?.value ?? 0) - 15)).toBeLessThan(1);
    expect(second).toMatchObject({ startS: 30, truth: 15 });
    const { rates } = find('counted');
    expect(rates.map(({ startS, truth }) => [startS, truth])).toEqual([
      [0, 84],
      [30, 84],
    ]);
    expect(Math.abs((rates[0]?.value ?? 0) - 84)).toBeLessThan(1);
  });

  it('lists files that cannot be read, with the reason', () => {
    const failed = Object.fromEntries(
      report.summary.failed.map(({ name, reason }) => [name, reason]),
    );
    expect(failed).toEqual({
      'broken/clip.mp4': 'Its truth is missing (clip.json).',
      'broken/half.json': 'Not valid JSON.',
      'broken/lonely.json': 'Its video is missing.',
      'broken/odd.json': 'Unknown content.',
      'broken/short.json': 'skin has 1 frames where t has 900.',
    });
  });

  it('is summarised together with the targets', () => {
    const { overall, noPulse, negatives, targets } = report.summary;
    expect(overall).toMatchObject({ recordings: 1, refused: 0, wrongAndConfident: 0 });
    expect(overall.hr.r).toBeNull();
    expect(noPulse).toEqual({ clips: 1, answered: 0 });
    expect(negatives[0]).toEqual({ lengthS: 30, count: 1, answered: 0 });
    expect(targets.find(({ what }) => what === 'clips without a pulse answered')?.met).toBe(true);
    expect(report.summary.sets.segments?.rates).toMatchObject({ windows: 2, wrong: 0 });
    const [all] = report.summary.calibration;
    expect(all).toMatchObject({ quantity: 'hr', band: 'all' });
    expect(report.summary.usefulness).toMatchObject([
      { people: 'readable', n: 1, hr: 1 },
      { people: 'all', n: 1, hr: 1 },
    ]);
  });

  it('is rendered for a terminal, as a page and as a chart', () => {
    for (const text of [accuracyFigures(report), accuracyPage(report)]) {
      expect(text).toContain('pulse-a');
      expect(text).toContain('broken/half.json: Not valid JSON.');
      expect(text).toMatch(/\*\*all\*\* +\| +2 \| +100 %/);
      expect(text).toContain('1 of 1 (100 %)');
      expect(text).not.toContain('NaN');
    }
    expect(accuracyPage(report)).toMatch(/not validated on people/i);
    const set = summariseSet([find('pulse-b')]);
    const summary = { ...report.summary, overall: set, sets: { video: set }, targets: [] };
    expect(accuracyFigures({ ...report, summary }), 'no table without rows').not.toMatch(
      /^\| figure/m,
    );
    const svg = blandAltman(report.recordings);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(svg.match(/class="mark/g)?.length).toBeGreaterThan(4);
  });
});

describe('an empty folder', () => {
  it('yields an empty report in which no target is met by default', async () => {
    const empty = temporaryDirectory('accuracy-empty');
    try {
      const report = await runAccuracy(empty.path);
      expect(report.recordings).toEqual([]);
      expect(report.summary.targets).toEqual([]);
      expect(report.summary.overall.hr.mae).toBeNull();
    } finally {
      empty.remove();
    }
  });
});

describe('a window of a recording', () => {
  it('holds the frames from its start up to its end', () => {
    const cut = windowOf(phantomTraces({ jitter: 0, startMs: 5000 }).frames, 1, 2);
    expect(cut.timeMs).toHaveLength(30);
    expect(cut.timeMs[0]).toBeCloseTo(6000, 6);
    expect(cut.regions.skin?.green).toHaveLength(30);
  });
});
