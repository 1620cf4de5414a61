// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCapturePage, type CapturePage } from '@perfuse/browser-harness/capture';

let capturePage: CapturePage;
beforeAll(async () => {
  capturePage = await openCapturePage();
});
beforeEach(async () => {
  await capturePage.page.unrouteAll();
  await capturePage.page.reload();
});
afterAll(async () => {
  await capturePage.close();
});

test('refuses a camera before it is prepared', async () => {
  const failure = await capturePage.page.evaluate(async () => {
    const capture = window.createCapture?.();
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    const [track] = stream.getVideoTracks();
    if (capture === undefined || track === undefined) throw new Error('The page did not start.');
    return await capture.attach(track).then(
      () => 'attached',
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'),
    );
  });
  expect(failure).toMatch(/CaptureError: .*prepared/);
});

test('stops preparing when it is closed', async () => {
  const outcome = await capturePage.page.evaluate(async () => {
    const capture = window.createCapture?.();
    if (capture === undefined) throw new Error('The page did not start.');
    const preparing = capture.prepare().then(
      () => 'ready',
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'),
    );
    capture.close();
    return await preparing;
  });
  expect(outcome).toBe('CaptureError: Capture was closed.');
});

test.each([
  ['facemesh', '**/facemesh-*.bin'],
  ['blazeface', '**/blazeface-*.json'],
  ['extractor', '**/extractor.*.wasm'],
  ['wasm', '**/tfjs-backend-wasm*.wasm'],
])('names the missing file, and can be prepared once it is there: %s', async (name, pattern) => {
  await capturePage.page.route(
    pattern,
    async (route) => await route.fulfill({ status: 404, body: '' }),
    { times: 1 },
  );
  const [message, again] = await capturePage.page.evaluate(async () => {
    const capture = window.createCapture?.();
    if (capture === undefined) throw new Error('The page did not start.');
    const prepare = async (): Promise<string> =>
      await capture.prepare().then(
        () => 'ready',
        (error: unknown) =>
          error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
      );
    const outcomes = [await prepare(), await prepare()];
    capture.close();
    return outcomes;
  });
  expect(message).toMatch(/^CaptureError: /);
  expect(message).toContain(name);
  expect(again).toBe('ready');
});

test('reports the end of a camera once, and reads another one afterwards', async () => {
  const types = await capturePage.page.evaluate(async () => {
    const capture = window.createCapture?.();
    if (capture === undefined) throw new Error('The page did not start.');
    const seen: string[] = [];
    capture.subscribe((event) => {
      if (event.type !== 'rate') seen.push(event.type);
    });
    const open = async (): Promise<MediaStreamTrack> => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: true });
      const [track] = stream.getVideoTracks();
      if (track === undefined) throw new Error('There is no camera.');
      return track;
    };
    const until = async (type: string): Promise<void> => {
      const from = seen.length;
      while (!seen.slice(from).includes(type)) await new Promise((wake) => setTimeout(wake, 20));
    };
    await capture.prepare();
    const first = await open();
    await capture.attach(first);
    await until('face');
    const ended = until('ended');
    first.stop();
    await ended;
    await capture.attach(await open());
    await until('face');
    capture.close();
    return seen;
  });
  expect(types.filter((type) => type === 'ended')).toHaveLength(1);
  expect(types.at(-1)).toBe('face');
  expect(types).not.toContain('failed');
});

test('falls back to another source when the frames of a camera never arrive', async () => {
  const outcome = await capturePage.page.evaluate(async () => {
    const capture = window.createCapture?.();
    if (capture === undefined) throw new Error('The page did not start.');
    await capture.prepare();
    Reflect.set(
      globalThis,
      'MediaStreamTrackProcessor',
      class {
        readonly readable = new ReadableStream();
      },
    );
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    const [track] = stream.getVideoTracks();
    if (track === undefined) throw new Error('There is no camera.');
    const first = new Promise<string>((resolve) => {
      capture.subscribe(({ type }) => {
        if (type === 'face' || type === 'failed') resolve(type);
      });
    });
    await capture.attach(track);
    const type = await first;
    capture.close();
    track.stop();
    return type;
  });
  expect(outcome).toBe('face');
});
