// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { staggeredPaint } from './staggered-paint.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const isWaiting = (element: HTMLElement): boolean => element.hasAttribute('data-staggered-paint');
function added(to: HTMLElement = document.body): HTMLElement {
  const element = document.createElement('div');
  to.append(element);
  staggeredPaint(element);
  return element;
}
function frame(): void {
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(1);
}

test('elements are painted one per frame, in order, including those added meanwhile', () => {
  const [first, second] = [added(), added()];
  expect([first, second].map(isWaiting)).toEqual([true, true]);
  frame();
  const third = added();
  expect([first, second, third].map(isWaiting)).toEqual([false, true, true]);
  frame();
  frame();
  expect([second, third].map(isWaiting)).toEqual([false, false]);
});

test('an element is painted before its descendants, whichever was queued first', () => {
  const part = document.createElement('div');
  const inside = added(part);
  document.body.append(part);
  staggeredPaint(part);
  frame();
  expect([part, inside].map(isWaiting)).toEqual([false, true]);
  frame();
  expect(isWaiting(inside)).toBe(false);
});

test('a removed element does not delay the others', () => {
  const [gone, there] = [added(), added()];
  gone.remove();
  frame();
  expect(isWaiting(there)).toBe(false);
});

test('an element below the fold is painted after a pause', () => {
  const [inView, below] = [added(), added()];
  below.getBoundingClientRect = () => new DOMRect(0, window.innerHeight, 1, 1);
  frame();
  expect([inView, below].map(isWaiting)).toEqual([false, true]);
  frame();
  expect(isWaiting(below)).toBe(true);
  vi.advanceTimersByTime(60);
  frame();
  expect(isWaiting(below)).toBe(false);
});

test('a key press paints all elements before the key takes effect', () => {
  const parts = [added(), added(), added()];
  const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  press();
  expect(parts.map(isWaiting)).toEqual([false, false, false]);
  const late = added();
  press();
  expect(isWaiting(late)).toBe(false);
});
