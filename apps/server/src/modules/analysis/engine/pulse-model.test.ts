// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TINY_MODEL } from '@perfuse/vitals/testing/tiny-model';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadPulseModel, pulseModelFiles } from './pulse-model.ts';

vi.mock('onnxruntime-web', () => {
  throw new Error('Cannot find package');
});

describe('a pulse model named by the operator', () => {
  let directory = '';
  const written = async (name: string, content: string): Promise<string> => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'pulse-model-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('has its state file beside it unless another is named', () => {
    expect(pulseModelFiles(undefined, '/a.json')).toBeUndefined();
    expect(pulseModelFiles('/models/pulse.onnx', undefined)).toEqual({
      model: '/models/pulse.onnx',
      state: path.join('/models', 'pulse.json'),
    });
    expect(pulseModelFiles('/a.onnx', '/b.json')?.state).toBe('/b.json');
  });

  it.each([
    ['is no JSON', '{', /PERFUSE_PULSE_MODEL_STATE names .*model\.json, which cannot be used/],
    ['lacks a field', '{"format":"perfuse-pulse-model/1"}', /PERFUSE_PULSE_MODEL_STATE .*rateHz/],
  ])('is refused when its state file %s', async (_what, content, message) => {
    const state = await written('model.json', content);
    await expect(loadPulseModel({ model: '/none.onnx', state })).rejects.toThrow(message);
  });

  it('is refused when the network is missing', async () => {
    const state = await written('ok.json', JSON.stringify(TINY_MODEL));
    const model = path.join(directory, 'none.onnx');
    await expect(loadPulseModel({ model, state })).rejects.toThrow(
      /PERFUSE_PULSE_MODEL names .*none\.onnx.*ENOENT/,
    );
  });

  it('is refused with the package to install when the runtime is missing', async () => {
    const state = await written('ok.json', JSON.stringify(TINY_MODEL));
    const model = await written('model.onnx', 'a network');
    await expect(loadPulseModel({ model, state })).rejects.toThrow(
      /PERFUSE_PULSE_MODEL names .*onnxruntime-web.*npm run tool onnxruntime/,
    );
  });
});
