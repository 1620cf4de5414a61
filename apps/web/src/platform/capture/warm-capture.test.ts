// SPDX-License-Identifier: Apache-2.0
import type { Capture, CaptureOptions, Prepared } from '@perfuse/capture';
import { describe, expect, it, vi } from 'vitest';
import { trackerChoiceOf } from './tracker-choice.ts';
import { createWarmCapture } from './warm-capture.ts';

const READY: Prepared = { tracker: 'mediapipe', refusal: null, learned: null };
const VISAGE = { tracker: 'visage', visage: { baseUrl: '/visage/', licence: 'our.vlc' } } as const;

function factory(prepare = () => Promise.resolve(READY)) {
  const made: (CaptureOptions & { readonly close: () => void })[] = [];
  const create = (options: CaptureOptions = {}): Capture => {
    const capture = { ...options, prepare, close: vi.fn() };
    made.push(capture);
    // Nothing else of a capture is used here.
    return capture as unknown as Capture;
  };
  return { made, create };
}

describe('the warm capture', () => {
  it('is prepared once, handed over once, and then not prepared again', async () => {
    const { made, create } = factory();
    const warm = createWarmCapture(create);
    await warm.warm();
    await warm.warm();
    warm.take();
    expect(await warm.warm()).toBeNull();
    expect(made).toHaveLength(1);
    warm.take();
    expect(made).toHaveLength(2);
  });

  it('is closed when another tracker is chosen', async () => {
    const { made, create } = factory();
    const warm = createWarmCapture(create);
    await warm.warm();
    warm.choose(VISAGE);
    expect(made[0]?.close).toHaveBeenCalled();
    await warm.warm();
    expect(made[1]).toMatchObject(VISAGE);
  });

  it('is created again after it could not be loaded', async () => {
    const { made, create } = factory(() => Promise.reject(new Error('no wasm')));
    const warm = createWarmCapture(create);
    await expect(warm.warm()).rejects.toThrow('no wasm');
    await expect(warm.warm()).rejects.toThrow('no wasm');
    expect(made).toHaveLength(2);
  });
});

it.each([
  ['visage', 'visage'],
  ['mediapipe', 'mediapipe'],
  ['Visage', 'mediapipe'],
  ['', 'mediapipe'],
  [undefined, 'mediapipe'],
])('the setting %s selects the tracker %s', (faceTracker, tracker) => {
  expect(trackerChoiceOf({ faceTracker, visage: VISAGE.visage }).tracker).toBe(tracker);
});
