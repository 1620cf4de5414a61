// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PROTOCOL,
  plannedMeasurements,
  protocolSchema,
  type Protocol,
} from './protocol.ts';
import { participantSchema } from './session-file.ts';

const inOrder = (order: Protocol['order'], random: () => number): string[] =>
  plannedMeasurements({ ...DEFAULT_PROTOCOL, order }, random).map(
    ({ condition, repetition }) => `${condition} ${String(repetition)}`,
  );

describe('a protocol', () => {
  it('is measured step by step, each with its number of repetitions', () => {
    expect(inOrder('fixed', () => 0)).toEqual([
      'rest 1',
      'rest 2',
      'talk 1',
      'dim-light 1',
      'after-exercise 1',
      'after-exercise 2',
    ]);
  });

  it('in random order has the same measurements, with the repetitions of a step together', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (stream) => {
        const found = inOrder('random', () => Number(stream.next().value));
        expect([...found].sort()).toEqual([...inOrder('fixed', () => 0)].sort());
        expect(found.indexOf('rest 2')).toBe(found.indexOf('rest 1') + 1);
      }),
    );
  });

  it('in random order can yield every order of its steps, including the written one', () => {
    const steps = DEFAULT_PROTOCOL.steps.slice(0, 3);
    const draws = [0, 0.25, 0.5, 0.75].flatMap((one) => [0, 0.5].map((other) => [one, other]));
    const found = draws.map((draw) =>
      plannedMeasurements({ ...DEFAULT_PROTOCOL, steps, order: 'random' }, () => draw.shift() ?? 0)
        .filter(({ repetition }) => repetition === 1)
        .map(({ condition }) => condition)
        .join(),
    );
    expect(new Set(found).size).toBe(6);
    expect(found).toContain('rest,talk,dim-light');
  });

  it.each([
    ['no step', { steps: [] }],
    ['too long a pause', { steps: [{ condition: 'rest', pauseS: 901, repetitions: 1 }] }],
    ['no repetition', { steps: [{ condition: 'rest', pauseS: 0, repetitions: 0 }] }],
    ['an unknown field', { steps: [{ condition: 'x', pauseS: 0, repetitions: 1, repeat: 2 }] }],
    ['a condition of spaces', { steps: [{ condition: '  ', pauseS: 0, repetitions: 1 }] }],
    ['another format', { format: 'perfuse-study-session' }],
  ])('with %s is refused', (_, change) => {
    expect(protocolSchema.safeParse(DEFAULT_PROTOCOL).success).toBe(true);
    expect(protocolSchema.safeParse({ ...DEFAULT_PROTOCOL, ...change }).success).toBe(false);
  });
});

it('a participant is a code, neither a name nor an address', () => {
  expect(participantSchema.safeParse('P-07').success).toBe(true);
  for (const name of ['Ada Lovelace', 'ada@example.org', '', 'P/07']) {
    expect(participantSchema.safeParse(name).success).toBe(false);
  }
});
