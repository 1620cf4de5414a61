// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { createLogLines } from './log-lines.ts';
import { asksForDebug, captureConsole } from './capture-console.ts';

function fakeConsole() {
  const spoken = vi.fn<(...parts: unknown[]) => void>();
  const methods = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;
  return { spoken, console: Object.fromEntries(methods.map((name) => [name, spoken])) };
}

const NO_EVENTS = { addEventListener: () => undefined };

test('console logging is muted, and recorded without credentials', () => {
  const lines = createLogLines(() => 5);
  const { spoken, console } = fakeConsole();
  const target = console as unknown as Console; // only six of its methods are used
  captureConsole(target, NO_EVENTS, lines);
  target.warn('slow', { token: 'abc' });
  expect(spoken).not.toHaveBeenCalled();
  expect(lines.store.getState()).toEqual([
    { number: 1, atMs: 5, level: 'warn', text: 'slow {"token":"[hidden]"}' },
  ]);
});

test('after unmuting, the console shows every line once, including earlier ones', () => {
  const lines = createLogLines(() => 5);
  const { spoken, console } = fakeConsole();
  const target = console as unknown as Console; // only six of its methods are used
  const speak = captureConsole(target, NO_EVENTS, lines);
  lines.add('info', ['before']);
  speak();
  speak();
  target.warn('after', { token: 'abc' });
  lines.clear();
  lines.add('error', ['last']);
  expect(spoken.mock.calls).toEqual([['before'], ['after {"token":"[hidden]"}'], ['last']]);
});

test.each([
  ['', false],
  ['?lang=de', false],
  ['?debug', true],
  ['?x=1&debug=1', true],
  ['?nodebug=1', false],
])("the query '%s' requests console output: %s", (search, asks) => {
  expect(asksForDebug(search)).toBe(asks);
});

test('only the last 500 lines are kept, and values that cannot be serialised are named', () => {
  const lines = createLogLines(() => 0);
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (let index = 0; index < 600; index += 1) lines.add('info', [index]);
  lines.add('error', [circle, undefined]);
  const kept = lines.store.getState();
  expect(kept).toHaveLength(500);
  expect(kept[0]?.text).toBe('101');
  expect(kept.at(-1)?.text).toBe('[object Object] undefined');
  lines.clear();
  expect(lines.store.getState()).toEqual([]);
});
