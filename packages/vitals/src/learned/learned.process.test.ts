// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { recordingOf, type Recording } from '../frames/recording.ts';
import { film } from '../testing/person.ts';
import { TINY_MODEL, TINY_WEIGHTS } from '../testing/tiny-model.ts';
import { linearModel } from '../testing/tiny-onnx.ts';
import {
  checkPulseModel,
  learnedTraces,
  modelDescriptionSchema,
  openOnnx,
  PulseModelError,
  type ModelDescription,
  type PulseModel,
} from './index.ts';
import { readPulse } from './pulse-model.ts';

const WINDOW = TINY_MODEL.window;
/** Colours as they are, so that what comes out can be told. */
const DESCRIPTION: ModelDescription = modelDescriptionSchema.parse({
  ...TINY_MODEL,
  input: { ...TINY_MODEL.input, normalisation: 'none' },
});

async function tiny(change: Partial<ModelDescription> = {}, step = 0): Promise<PulseModel> {
  const description = { ...DESCRIPTION, ...change };
  return {
    description,
    runner: await openOnnx(linearModel(description.window, TINY_WEIGHTS, step)),
  };
}

function recorded(frames = film({ heartRate: 76 }).frames): Recording {
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.recording;
}

describe('a pulse model in ONNX', () => {
  it('gets every sample of the recording once and in order', async () => {
    const recording = recorded();
    const { red, green, blue } = recording.skin;
    const trace = await readPulse(await tiny(), recording);
    const expected = red.map((value, i) => 0.5 * value - (green[i] ?? 0) + 0.2 * (blue[i] ?? 0));
    expect(trace?.wave).toHaveLength(recording.length);
    const worst = (trace?.wave ?? expected).map((value, i) => Math.abs(value - (expected[i] ?? 0)));
    expect(Math.max(...worst)).toBeLessThan(1e-3);
  });

  it('hands what it remembers from each window to the next', async () => {
    const recording = recorded();
    const without = await readPulse(await tiny(), recording);
    const remembering = await readPulse(await tiny({}, 10), recording);
    [0, 1, WINDOW - 1, WINDOW, 5 * WINDOW, recording.length - 1].forEach((at) => {
      const added = (remembering?.wave[at] ?? 0) - (without?.wave[at] ?? 0);
      expect(added).toBeCloseTo(10 * Math.floor(at / WINDOW), 3);
    });
  });

  it('may work at another rate, turned over, and on differences', async () => {
    const model = await tiny({
      rateHz: 25,
      input: { ...DESCRIPTION.input, normalisation: 'difference' },
      output: { name: 'pulse', polarity: -1, differential: true },
    });
    const { frames } = film({ heartRate: 76 });
    const [trace] = await learnedTraces(frames, [model]);
    expect(trace?.wave).toHaveLength(recorded(frames).length);
    const { channels } = analyse(frames, { learned: trace === undefined ? [] : [trace] });
    expect(channels.HR_BPM?.value).toBeCloseTo(76, 0);
  });

  it('is fused with the other methods by its evidence, and named in the source', async () => {
    const weak = film({ heartRate: 76, pulse: 0.002, noise: 0.2, seed: 5 }).frames;
    const learned = await learnedTraces(weak, [
      await tiny({ input: { ...DESCRIPTION.input, normalisation: 'relative' } }),
    ]);
    const { channels } = analyse(weak, { learned });
    expect(channels.HR_BPM?.source).toContain('tiny');
    expect(Math.abs((channels.HR_BPM?.value ?? 0) - 76)).toBeLessThan(1);
  });

  it('that says nothing changes nothing, and the same input gives the same bytes', async () => {
    const { frames } = film({ heartRate: 91 });
    const silent = { id: 'silent', wave: new Float64Array(recorded(frames).length) };
    const rate = analyse(frames).channels.HR_BPM?.value;
    expect(analyse(frames, { learned: [silent] }).channels.HR_BPM?.value).toBeCloseTo(rate ?? 0, 6);
    const once = await learnedTraces(frames, [await tiny()]);
    expect(await learnedTraces(frames, [await tiny()])).toEqual(once);
  });

  it('gives nothing for frames that cannot be measured, or without the colours it needs', async () => {
    expect(await learnedTraces(film({ durationS: 3 }).frames, [await tiny()])).toEqual([]);
    const { frames } = film();
    const none = frames.background.red.map(() => Number.NaN);
    const dark = { ...frames, background: { red: none, green: none, blue: none } };
    const model = await tiny({
      input: {
        ...DESCRIPTION.input,
        channels: ['skin.green', 'skin.blue', 'background.green'],
      },
    });
    expect(await learnedTraces(dark, [model])).toEqual([]);
  });
});

describe('a model that does not fit', () => {
  it.each([
    ['a name', { output: { ...DESCRIPTION.output, name: 'bvp' } }, /no output "bvp".*pulse/],
    ['a state', { state: [{ input: 'h', output: 'remembers', shape: [1] }] }, /no input "h"/],
  ])('is refused for %s', async (_what, change, message) => {
    const check = checkPulseModel(await tiny(change));
    await expect(check).rejects.toThrow(PulseModelError);
    await expect(check).rejects.toThrow(message);
  });

  it('is refused for another window', async () => {
    const runner = await openOnnx(linearModel(32, TINY_WEIGHTS));
    await expect(checkPulseModel({ description: DESCRIPTION, runner })).rejects.toThrow();
  });

  it('is refused when the file is none', async () => {
    await expect(openOnnx(Uint8Array.from([1, 2, 3]))).rejects.toThrow();
  });

  it('passes when it fits', async () => {
    await expect(checkPulseModel(await tiny())).resolves.toBeUndefined();
  });
});
