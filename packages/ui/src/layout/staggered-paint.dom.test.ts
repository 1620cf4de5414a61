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

test('parts come one in a frame, in their order, also those that are added meanwhile', () => {
  const [first, second] = [added(), added()];
  expect([first, second].map(isWaiting)).toEqual([true, true]);
  frame();
  const third = added();
  expect([first, second, third].map(isWaiting)).toEqual([false, true, true]);
  frame();
  frame();
  expect([second, third].map(isWaiting)).toEqual([false, false]);
});

test('a part comes before what is inside it, whichever was first to wait', () => {
  const part = document.createElement('div');
  const inside = added(part);
  document.body.append(part);
  staggeredPaint(part);
  frame();
  expect([part, inside].map(isWaiting)).toEqual([false, true]);
  frame();
  expect(isWaiting(inside)).toBe(false);
});

test('a part that was removed keeps nobody waiting', () => {
  const [gone, there] = [added(), added()];
  gone.remove();
  frame();
  expect(isWaiting(there)).toBe(false);
});

test('a part below the fold comes after a rest', () => {
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

test('whoever presses a key has all parts before the key leads anywhere', () => {
  const parts = [added(), added(), added()];
  const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  press();
  expect(parts.map(isWaiting)).toEqual([false, false, false]);
  const late = added();
  press();
  expect(isWaiting(late)).toBe(false);
});
