// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { ConnectionListener } from '@perfuse/flow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChosenAnalysis } from './chosen-analysis.ts';
import { CHUNK_LIMIT_MS, createDeviceAnalysis } from './device-analysis.ts';
import { deviceAnalysis } from './index.ts';
import { createEngine, LOAD_LIMIT_MS, type EngineWorker } from './engine.ts';
import type { EngineCommand, EngineReport } from './messages.ts';

type Heard = (event: { readonly data: EngineReport }) => void;

/** A worker that a test controls. */
class PlayedWorker implements EngineWorker {
  readonly told: EngineCommand[] = [];
  ended = false;
  readonly #listeners = new Map<string, Heard[]>();
  addEventListener(type: string, listener: Heard | (() => void)): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  postMessage(command: EngineCommand): void {
    this.told.push(command);
  }
  terminate(): void {
    this.ended = true;
  }
  say(report: EngineReport): void {
    for (const listener of this.#listeners.get('message') ?? []) listener({ data: report });
  }
  fail(): void {
    const data: EngineReport = { type: 'ready' };
    for (const listener of this.#listeners.get('error') ?? []) listener({ data });
  }
}

const signal = new AbortController().signal;

function device(isSample = false) {
  const workers: PlayedWorker[] = [];
  const engine = createEngine(() => {
    const worker = new PlayedWorker();
    workers.push(worker);
    return worker;
  });
  const analysis = createDeviceAnalysis({
    engine,
    newId: () => '1',
    whoRegion: () => 'CHE',
    isSample: () => isSample,
    log: () => undefined,
  });
  const loaded = async () => {
    const planned = analysis.plan(signal);
    workers.at(-1)?.say({ type: 'ready' });
    return planned;
  };
  return { workers, analysis, loaded };
}

function listener() {
  const results: ResultMessage[] = [];
  const lost: unknown[] = [];
  const onReady = vi.fn();
  const heard: ConnectionListener = {
    onReady,
    onResult: (message) => results.push(message),
    onLost: (fault) => lost.push(fault),
  };
  return { heard, onReady, results, lost };
}

/** A measurement that has started: its engine is loaded, and the page listens. */
async function begun() {
  const { workers, analysis, loaded } = device();
  const plan = await loaded();
  const id = await analysis.create(signal);
  const page = listener();
  const connection = analysis.connect(id, page.heard);
  const wasReadyAtOnce = page.onReady.mock.calls.length > 0;
  return { ...page, workers, analysis, loaded, plan, id, connection, wasReadyAtOnce };
}

function underFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

describe('the analysis on this device', () => {
  it('has the same chunk plan as the service, and passes each chunk to the engine', async () => {
    const { workers, plan, id, connection, ...page } = await begun();
    const { onReady, results } = page;
    expect(plan).toEqual({ chunkCount: 6, chunkS: 5 });
    expect(id).toBe('device-1');
    expect(page.wasReadyAtOnce).toBe(false);
    expect(onReady).toHaveBeenCalledOnce();
    const payload = new Uint8Array([1]);
    await connection.send({ index: 5, payload, last: true });
    expect(workers[0]?.told).toEqual([
      { type: 'begin', measurementId: id, whoRegion: 'CHE' },
      { type: 'chunk', measurementId: id, index: 5, payload, last: true },
    ]);
    const answer = { type: 'answer', measurementId: id, index: 5, message: '', tookMs: 9 } as const;
    workers[0]?.say({ ...answer, channels: {} });
    workers[0]?.say({ ...answer, measurementId: 'device-0', channels: {} });
    expect(results).toMatchObject([
      { MeasurementDataID: 'device-1:5', StatusID: 'COMPLETE', Error: { Code: 'OK' } },
    ]);
    workers[0]?.say({ ...answer, channels: null, message: 'out of range' });
    expect(results[1]).toMatchObject({ Channels: {}, Error: { Code: 'ANALYSIS_FAILED' } });
    connection.close();
    workers[0]?.say({ ...answer, channels: {} });
    expect(results).toHaveLength(2);
  });

  it('marks a measurement of the sample in its id', async () => {
    const { analysis, loaded } = device(true);
    await loaded();
    expect(await analysis.create(signal)).toBe('sample-1');
  });

  it('reports when its engine dies, and starts another one for the next attempt', async () => {
    const { workers, loaded, lost } = await begun();
    workers[0]?.fail();
    expect(lost).toMatchObject([{ name: 'MeasurementFault', code: 'DEVICE_ENGINE' }]);
    expect(workers[0]?.ended).toBe(true);
    await loaded();
    expect(workers).toHaveLength(2);
  });

  it('stops the computation for a discarded measurement', async () => {
    const { workers, analysis, id } = await begun();
    analysis.discard(id);
    expect(workers[0]?.ended).toBe(true);
  });

  describe('on a slow computer', () => {
    underFakeTimers();

    it('is ended when one chunk takes too long, counted from when the engine can start on it', async () => {
      const { workers, id, connection, lost } = await begun();
      const send = (index: number) =>
        connection.send({ index, payload: new Uint8Array([1]), last: false });
      await send(0);
      await send(1);
      await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS - 1);
      const answer = { measurementId: id, index: 0, channels: {}, message: '', tookMs: 9 };
      workers[0]?.say({ type: 'answer', ...answer });
      await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS - 1);
      expect(lost).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(lost).toMatchObject([{ code: 'DEVICE_TOO_SLOW' }]);
      expect(workers[0]?.ended).toBe(true);
    });
  });

  describe('that has ended', () => {
    underFakeTimers();

    it('leaves the engine to the next one, whatever it was still waiting for', async () => {
      const { workers, connection, loaded } = await begun();
      await connection.send({ index: 0, payload: new Uint8Array([1]), last: false });
      connection.close();
      await loaded();
      await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS);
      expect(workers.map(({ ended }) => ended)).toEqual([false]);
    });

    it('leaves the next engine alone if its own was still being loaded', async () => {
      const { workers, analysis, loaded } = device();
      const given = expect(analysis.plan(signal)).rejects.toMatchObject({ code: 'DEVICE_ENGINE' });
      analysis.discard('device-1');
      await loaded();
      await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
      await given;
      expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    });
  });

  describe('whose engine cannot be loaded', () => {
    underFakeTimers();

    it('refuses before filming starts, and tries again the next time', async () => {
      const { workers, analysis, loaded } = device();
      const refused = expect(analysis.plan(signal)).rejects.toMatchObject({
        code: 'DEVICE_ENGINE',
      });
      workers[0]?.fail();
      await refused;
      const late = expect(analysis.plan(signal)).rejects.toMatchObject({ code: 'DEVICE_ENGINE' });
      await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
      await late;
      expect(await loaded()).toMatchObject({ chunkCount: 6 });
    });
  });
});

describe('the chosen analysis', () => {
  const port = (name: string) => {
    const { analysis } = device();
    return { ...analysis, plan: analysis.missedResult, create: () => Promise.resolve(name) };
  };
  const plan = () => Promise.resolve({ chunkCount: 6, chunkS: 5 });

  it('does not change during an attempt', async () => {
    let wanted = true;
    const chosen = createChosenAnalysis({
      isOnDevice: () => wanted,
      service: { ...port('service'), plan },
      loadDevice: () => Promise.resolve({ ...port('device'), plan }),
    });
    expect(chosen.wasOnDevice()).toBe(false);
    await chosen.plan(signal);
    wanted = false;
    expect([await chosen.create(signal), chosen.wasOnDevice()]).toEqual(['device', true]);
    await chosen.plan(signal);
    expect([await chosen.create(signal), chosen.wasOnDevice()]).toEqual(['service', false]);
  });

  it('never falls back to the service when the device cannot analyse', async () => {
    const service = { ...port('service'), plan: vi.fn(plan) };
    const chosen = createChosenAnalysis({
      isOnDevice: () => true,
      service,
      loadDevice: () => Promise.reject(new Error('no network')),
    });
    await expect(chosen.plan(signal)).rejects.toMatchObject({ code: 'DEVICE_ENGINE' });
    await chosen.warm();
    expect(service.plan).not.toHaveBeenCalled();
  });
});

it('all analyses on the device share one engine, each with its own settings', async () => {
  const workers: PlayedWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends PlayedWorker {
      constructor() {
        super();
        workers.push(this);
      }
    },
  );
  const study = deviceAnalysis({ whoRegion: () => undefined, isSample: () => false });
  const sample = deviceAnalysis({ whoRegion: () => 'CHE', isSample: () => true });
  const planned = study.plan(signal);
  workers[0]?.say({ type: 'ready' });
  await planned;
  await sample.plan(signal);
  expect(await study.create(signal)).toMatch(/^device-/);
  expect(await sample.create(signal)).toMatch(/^sample-/);
  expect(workers).toHaveLength(1);
  const regions = workers[0]?.told.map((told) => told.type === 'begin' && told.whoRegion);
  expect(regions).toEqual([undefined, 'CHE']);
  sample.discard('');
});
