// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { decodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { phantomChunks } from '@perfuse/phantom';
import { TINY_MODEL, TINY_WEIGHTS } from '@perfuse/vitals/testing/tiny-model';
import { linearModel } from '@perfuse/vitals/testing/tiny-onnx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import run from '../worker.ts';
import { loadPulseModel, type PulseModelFiles } from './pulse-model.ts';

describe('a pulse model named by the operator', () => {
  let directory = '';
  const written = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };
  const files = async (state: string): Promise<PulseModelFiles> => ({
    model: await written('model.onnx', linearModel(TINY_MODEL.window, TINY_WEIGHTS)),
    state: await written('model.json', state),
  });
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'pulse-model-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('takes part in the analysis, from the files on', async () => {
    const pulseModel = await files(JSON.stringify(TINY_MODEL));
    const payloads = phantomChunks({ bpm: 70, snr: 4 }).map(encodeChunk);
    const { channels } = await run({
      measurementId: 'm',
      digests: payloads.map((_payload, at) => String(at)),
      payloads,
      live: false,
      pulseModel,
      keptBytes: 0,
    });
    const heart = channels?.['HR_BPM'];
    if (heart === undefined) throw new Error('no heart rate channel');
    const { value, source } = decodeChannel(heart, RESULT_MULTIPLIER);
    expect(source).toContain('tiny');
    expect(Math.abs((value ?? 0) - 70)).toBeLessThan(1);
  });

  it('is refused when its state file does not fit the network', async () => {
    const state = JSON.stringify({ ...TINY_MODEL, output: { name: 'bvp', polarity: 1 } });
    await expect(loadPulseModel(await files(state))).rejects.toThrow(
      /PERFUSE_PULSE_MODEL names .*no output "bvp"/,
    );
  });

  it('is refused when the file is no network', async () => {
    const state = await written('ok.json', JSON.stringify(TINY_MODEL));
    const rubbish = await written('rubbish.onnx', 'rubbish');
    await expect(loadPulseModel({ model: rubbish, state })).rejects.toThrow(
      /PERFUSE_PULSE_MODEL names .*rubbish\.onnx, which cannot be used/,
    );
  });
});
