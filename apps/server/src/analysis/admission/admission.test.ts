// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from 'vitest';
import { Admission } from './admission.ts';

describe('who may begin to measure', () => {
  let now = 0;
  let waited = 0;
  let admission: Admission;
  beforeEach(() => {
    now = 1_000;
    waited = 0;
    admission = new Admission({ most: 2, longestWaitMs: () => waited, now: () => now });
  });
  const full = expect.objectContaining({
    code: 'RATE_LIMIT',
    status: 429,
    retryAfterS: 5,
  }) as Error;

  it('as many as the server takes, the next one is told when to try again', () => {
    admission.open('a');
    admission.open('b');
    expect(() => admission.open('c')).toThrow(full);
    expect(admission.count).toBe(2);
  });

  it('somebody else, once one has sent the last chunk', () => {
    admission.open('a');
    admission.open('b');
    admission.fed('a');
    admission.ended('a');
    admission.open('c');
    expect(() => admission.open('d')).toThrow(full);
  });

  it('nobody new, while chunks wait longer than the next one takes to film', () => {
    waited = 5_001;
    expect(() => admission.open('a')).toThrow(full);
    waited = 5_000;
    admission.open('a');
  });

  it('never loses the place while chunks come', () => {
    admission.open('a');
    admission.open('b');
    for (let at = 0; at < 12; at += 1) {
      now += 5_000;
      admission.fed('a');
      admission.fed('b');
    }
    expect(() => admission.open('c')).toThrow(full);
  });

  it('gives a place up that nobody came for, or that was left in the middle', () => {
    admission.open('a');
    admission.open('b');
    admission.fed('b');
    now += 15_000;
    expect(admission.count).toBe(1);
    now += 5_000;
    expect(admission.count).toBe(0);
  });

  it('counts what was opened on another server and is fed here', () => {
    admission.fed('x');
    admission.fed('y');
    admission.fed('z');
    expect(admission.count).toBe(3);
    expect(() => admission.open('a')).toThrow(full);
  });
});
