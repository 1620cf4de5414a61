// SPDX-License-Identifier: Apache-2.0
import type { Capture, CaptureEvent, Prepared } from '@perfuse/capture';
import { describe, expect, it, vi } from 'vitest';
import { createPageCapture } from './capture-port.ts';

const READY: Prepared = { tracker: 'mediapipe', refusal: null, learned: null };

/** A capture that a test can make fail. */
class Breakable implements Capture {
  readonly log: string[] = [];
  readonly #listeners = new Set<(event: CaptureEvent) => void>();
  constructor(private readonly loading: Promise<Prepared> = Promise.resolve(READY)) {}

  prepare = (): Promise<Prepared> => this.loading;
  attach = (): Promise<void> => {
    this.log.push('attach');
    return Promise.resolve();
  };
  detach = (): void => void this.log.push('detach');
  record = (plan: unknown): void => void this.log.push(`record ${JSON.stringify(plan)}`);
  stop = (): void => void this.log.push('stop');
  close = (): void => void this.log.push('close');
  subscribe = (listener: (event: CaptureEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  tell(event: CaptureEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const signal = new AbortController().signal;
// Nothing reads the track: the capture is not a real one.
const track = {} as MediaStreamTrack;

function page(loading?: () => Promise<Prepared>) {
  const made: Breakable[] = [];
  const port = createPageCapture({
    create: () => {
      const capture = new Breakable(loading?.());
      made.push(capture);
      return capture;
    },
    track: () => track,
    person: () => undefined,
  });
  return { made, port };
}

describe("the page's capture", () => {
  it('is created once, however often it is used', async () => {
    const { made, port } = page();
    port.warm();
    await port.start(signal);
    await port.start(signal);
    expect(made).toHaveLength(1);
    expect(made[0]?.log).toEqual(['attach', 'attach']);
  });

  it('is replaced after its worker died, and keeps its listeners', async () => {
    const { made, port } = page();
    const heard = vi.fn();
    port.subscribe(heard);
    await port.start(signal);
    made[0]?.tell({ type: 'failed', code: 'WORKER_ERROR', message: 'died' });
    expect(made[0]?.log).toContain('close');
    await port.start(signal);
    made[1]?.tell({ type: 'ended' });
    expect(heard.mock.calls.map(([event]) => (event as CaptureEvent).type)).toEqual([
      'failed',
      'ended',
    ]);
  });

  it('is kept after a chunk could not be created', async () => {
    const { made, port } = page();
    await port.start(signal);
    made[0]?.tell({ type: 'failed', code: 'CREATE_CHUNK_FAIL', message: 'no' });
    await port.start(signal);
    expect(made).toHaveLength(1);
  });

  it('reports why it could not be loaded', async () => {
    const { port } = page(() =>
      Promise.reject(Object.assign(new Error('no wasm'), { code: 'COLLECTOR_INIT' })),
    );
    port.warm();
    await expect(port.start(signal)).rejects.toMatchObject({
      name: 'MeasurementFault',
      code: 'COLLECTOR_INIT',
    });
  });

  it('does not read the camera of a screen that was left meanwhile', async () => {
    const { made, port } = page();
    const leaving = new AbortController();
    const starting = port.start(leaving.signal);
    leaving.abort();
    await starting;
    expect(made[0]?.log).toEqual([]);
  });
});
