// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocusVisible } from './keep-focus-visible.ts';

const scrolled = vi.fn<() => void>();

function placed(tag: string, top: number, bottom: number): HTMLElement {
  const element = document.createElement(tag);
  element.getBoundingClientRect = () => new DOMRect(0, top, 300, bottom - top);
  element.scrollIntoView = scrolled;
  document.body.append(element);
  return element;
}

beforeEach(() => {
  Object.defineProperty(window, 'innerHeight', { value: 740, configurable: true });
});
afterEach(() => {
  scrolled.mockClear();
  document.body.replaceChildren();
});

test('a focused button covered by a new notice is scrolled into view', () => {
  placed('button', 650, 694).focus();
  keepFocusVisible(placed('div', 600, 724));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});

test.each([
  ['above the notice', 500, 544],
  ['below the window, where its reader left it', 900, 944],
])('a focused button %s is not scrolled', (_, top, bottom) => {
  placed('button', top, bottom).focus();
  keepFocusVisible(placed('div', 600, 724));
  expect(scrolled).not.toHaveBeenCalled();
});

test('a focused button within the notice itself is not scrolled', () => {
  const notice = placed('div', 600, 724);
  const button = placed('button', 620, 664);
  notice.append(button);
  button.focus();
  keepFocusVisible(notice);
  expect(scrolled).not.toHaveBeenCalled();
});

test('nothing scrolls without a focused element', () => {
  keepFocusVisible(placed('div', 600, 724));
  expect(scrolled).not.toHaveBeenCalled();
});
