// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { failureCodeOf, MeasurementFault } from './failures.ts';

describe('the rejection of a port', () => {
  it('counts as unknown when it is not a MeasurementFault', () => {
    expect(failureCodeOf(new MeasurementFault('WORKER_ERROR', ''))).toBe('WORKER_ERROR');
    expect(failureCodeOf(new TypeError('x'))).toBe('UNKNOWN');
    expect(failureCodeOf(undefined)).toBe('UNKNOWN');
  });
});
