// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { callbackErrorOf, failureCodeOf, MeasurementFault } from './failures.ts';

describe('the catalogue of failures', () => {
  it('tells a callback of a chunk failure only at the second', () => {
    expect(callbackErrorOf('CREATE_CHUNK_FAIL', 1)).toBeNull();
    expect(callbackErrorOf('CREATE_CHUNK_FAIL', 2)).toBe('FAILED_FACIAL_BLOOD_FLOW_ANALYSIS');
  });

  it.each([
    ['CAMERA_DENIED', 'CAMERA_PERMISSION_NOT_GRANTED'],
    ['AUTHORIZATION', 'TOKEN_EXPIRED'],
    ['CREATE_REFUSED', 'TOKEN_EXPIRED'],
    ['CONNECTION_ERROR', 'NETWORK_ERROR'],
    ['NETWORK_ERROR', 'NETWORK_ERROR'],
    ['MEASUREMENT_TIMED_OUT', 'MEASUREMENT_TIMED_OUT'],
    ['COLLECTOR_INIT', 'FAILED_INIT_BLOOD_FLOW'],
    ['WORKER_ERROR', 'WORKER_ERROR'],
    ['TAB_HIDDEN', 'MEASUREMENT_CANCELED'],
    ['UNKNOWN', 'UNKNOWN_ERROR'],
  ] as const)('tells a callback of %s as %s', (code, callback) => {
    expect(callbackErrorOf(code, 1)).toBe(callback);
  });

  it('counts whatever is not one of its own as unknown', () => {
    expect(failureCodeOf(new MeasurementFault('WORKER_ERROR', ''))).toBe('WORKER_ERROR');
    expect(failureCodeOf(new TypeError('x'))).toBe('UNKNOWN');
    expect(failureCodeOf(undefined)).toBe('UNKNOWN');
  });
});
