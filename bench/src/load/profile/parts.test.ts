// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { cpuProfileSchema, selfTimes, type Frame } from './cpu-profile.ts';
import { byPart, GARBAGE, OUTSIDE, REST } from './parts.ts';

const frame = (functionName: string, url = '', lineNumber = 0): Frame => ({
  functionName,
  url,
  lineNumber,
  columnNumber: 0,
});

/** As the inspector writes it: 1 ms for each node but the root, 3 ms for the idle one. */
const RECORDED = cpuProfileSchema.parse({
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 5, 9, 11, 12, 13] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('(program)') },
    { id: 4, callFrame: frame('(garbage collector)') },
    { id: 5, callFrame: frame('store', 'bundle.mjs', 10), children: [6, 8] },
    { id: 6, callFrame: frame('run', '/work/node_modules/libsql/index.js', 300), children: [7] },
    { id: 7, callFrame: frame('statementRun') },
    { id: 8, callFrame: frame('parse', 'bundle.mjs', 20) },
    { id: 9, callFrame: frame('onMessage', 'bundle.mjs', 30), children: [10] },
    { id: 10, callFrame: frame('transform', 'bundle.mjs', 40) },
    { id: 11, callFrame: frame('unknown', '/elsewhere.js') },
    { id: 12, callFrame: frame('post', 'node:inspector') },
    { id: 13, callFrame: frame('wasm-function[2]', 'wasm://wasm/0a1b2c3d') },
  ],
  samples: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  timeDeltas: [3000, ...Array.from({ length: 11 }, () => 1000)],
});

const SOURCES = new Map([
  [10, '/work/apps/server/src/platform/storage/sqlite.ts'],
  [20, '/work/node_modules/zod/v4/core/parse.js'],
  [30, '/work/node_modules/ws/lib/receiver.js'],
  [40, '/work/packages/vitals/src/signal/transform.ts'],
]);
const sourceOf = ({ url, lineNumber }: Frame): string =>
  url === 'bundle.mjs' ? (SOURCES.get(lineNumber) ?? '') : url;

describe('the parts of a profile', () => {
  it('are assigned by the source file of each function, with its self time only', () => {
    expect(Object.fromEntries(byPart(selfTimes(RECORDED), sourceOf))).toEqual({
      [OUTSIDE]: 1000,
      [GARBAGE]: 1000,
      'store: own code': 1000,
      // Includes native code called from it.
      'store: libsql run': 2000,
      schemas: 1000,
      'HTTP and websockets': 1000,
      'engine: signal': 1000,
      'engine: compiled loops': 1000,
      [REST]: 1000,
    });
  });

  it('ignore a clock that steps back', () => {
    const stepped = { ...RECORDED, samples: [8, 8], timeDeltas: [1000, -400] };
    expect([...byPart(selfTimes(stepped), sourceOf).values()]).toEqual([1000]);
  });
});
