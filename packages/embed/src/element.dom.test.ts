// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import './index.ts';

const ORIGIN = 'https://perfuse.example';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      readonly replaceSync = () => undefined;
    },
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused by connect-src')));
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** An element whose host could not be reached. */
async function unreachable() {
  const element = document.createElement('perfuse-measurement');
  element.setAttribute('src', `${ORIGIN}/org/`);
  element.setAttribute('config', 'clinic');
  document.body.append(element);
  await vi.runAllTimersAsync();
  expect(element.problem?.code).toBe('UNREACHABLE');
  const frame = () => element.shadowRoot?.querySelector('iframe') ?? expect.fail();
  return { element, frame, first: frame() };
}

test('is opened again when the network is back', async () => {
  const { frame, first } = await unreachable();
  window.dispatchEvent(new Event('online'));
  expect(frame()).not.toBe(first);
});

test('keeps an app that has loaded after all when the network is back', async () => {
  const { element, frame, first } = await unreachable();
  const ready = { source: 'perfuse', version: 1, type: 'ready', configId: 'c', sessionId: 's' };
  const { contentWindow: source } = first;
  window.dispatchEvent(new MessageEvent('message', { source, origin: ORIGIN, data: ready }));
  expect(element.problem).toBeNull();
  window.dispatchEvent(new Event('online'));
  expect(frame()).toBe(first);
});
