// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { Pages } from './pages.ts';

test('a version is in use while a page that runs it sends heartbeats', () => {
  const pages = new Pages();
  pages.beat('old tab', '1', 0);
  pages.beat('new tab', '2', 0);
  expect([...pages.builds(60_000)]).toEqual(['1', '2']);
  pages.gone('old tab');
  expect([...pages.builds(60_000)]).toEqual(['2']);
  expect([...pages.builds(200_000)]).toEqual([]);
});

test('a version stays in use by a hidden page, whose heartbeats come once a minute and may be late', () => {
  const pages = new Pages();
  pages.beat('hidden tab', '1', 0);
  expect([...pages.builds(120_000)]).toEqual(['1']);
});
