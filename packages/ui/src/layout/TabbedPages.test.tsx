// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SkipLink } from './SkipLink.tsx';
import { TabbedPages } from './TabbedPages.tsx';

/** Browser APIs that the carousel needs and jsdom lacks. */
class Observer {
  readonly observe = (): void => undefined;
  readonly disconnect = (): void => undefined;
}
beforeEach(() => {
  const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => query);
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('IntersectionObserver', Observer);
  Element.prototype.scrollTo = vi.fn();
});
afterEach(() => void Reflect.deleteProperty(Element.prototype, 'scrollTo'));

const NAMES = ['heart', 'breath', 'stress'] as const;

function Pages(): ReactNode {
  const [selected, select] = useState<(typeof NAMES)[number]>('heart');
  const pages = NAMES.map((id) => ({ id, title: id, icon: null, content: `about ${id}` }));
  return <TabbedPages label="Results" pages={pages} selected={selected} onSelect={select} />;
}

const selected = (): string => screen.getByRole('tab', { selected: true }).textContent;
/** Presses a key on the focused tab. @returns the tab that is selected afterwards. */
const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => {
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key, ...held });
  return selected();
};

test('keys move from tab to tab, wrap around at the ends, and move the focus', () => {
  render(<Pages />);
  const way = ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'End', 'Home'].map((key) => press(key));
  expect(way).toEqual(['stress', 'heart', 'breath', 'stress', 'heart']);
  expect(document.activeElement?.textContent).toBe('heart');
});

test('key combinations of the browser, such as the one for Back, are left alone', () => {
  render(<Pages />);
  expect(press('ArrowRight', { altKey: true })).toBe('heart');
  expect(press('End', { ctrlKey: true })).toBe('heart');
});

test('only the selected tab is a Tab stop, and pages out of view are inert', () => {
  render(<Pages />);
  press('ArrowRight');
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  const inert = [...document.querySelectorAll('[role="tabpanel"]')].map((page) =>
    page.hasAttribute('inert'),
  );
  expect(inert).toEqual([true, false, true]);
});

test('the skip link focuses the heading, and does not change the address', () => {
  render(
    <>
      <SkipLink>Skip</SkipLink>
      <h1 tabIndex={-1}>Results</h1>
    </>,
  );
  const followed = fireEvent.click(screen.getByRole('link'));
  expect(document.activeElement?.textContent).toBe('Results');
  expect(followed).toBe(false);
});
