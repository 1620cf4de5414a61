// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { checkCameraAccess } from './camera-access.ts';

const refusing = (name: string) => ({
  getUserMedia: () => Promise.reject(new DOMException('no', name)),
});

test('a camera that opens is closed again and counts as granted', async () => {
  let stopped = 0;
  const track = { stop: () => (stopped += 1) };
  // Only the part of a stream that is used.
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  expect(await checkCameraAccess({ getUserMedia: () => Promise.resolve(stream) }, undefined)).toBe(
    'granted',
  );
  expect(stopped).toBe(1);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TimeoutError', 'busy'],
  ['TypeError', 'unsupported'],
])('%s means %s', async (name, access) => {
  expect(await checkCameraAccess(refusing(name), undefined)).toBe(access);
});

test('a page without a camera API is unsupported', async () => {
  expect(await checkCameraAccess(undefined, undefined)).toBe('unsupported');
});
