// SPDX-License-Identifier: Apache-2.0
/** The guide names everything that a page can use, and nothing that does not exist. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REASONS } from './address.ts';
import { PerfuseMeasurement } from './element.ts';
import type { PerfuseEvents } from './events.ts';

const GUIDE = path.join(import.meta.dirname, '../../../docs/guides/embed.md');
const guide = readFileSync(GUIDE, 'utf8');

/** Names in the first cells of a section's table. */
function named(heading: string): readonly string[] {
  const section = guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = section.split('\n').map((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

test('has a row for each attribute, and no other', () => {
  const attributes = [...PerfuseMeasurement.observedAttributes, 'aria-label'];
  expect([...named('Attributes')].sort()).toEqual(attributes.sort());
});

test('has a row for each event, and no other', () => {
  const events: Record<keyof PerfuseEvents, true> = {
    ready: true,
    started: true,
    progress: true,
    result: true,
    error: true,
  };
  expect([...named('Events')].sort()).toEqual(Object.keys(events).sort());
});

test('says what to do about each problem', () => {
  expect([...named('Troubleshooting')].sort()).toEqual(Object.keys(REASONS).sort());
});
