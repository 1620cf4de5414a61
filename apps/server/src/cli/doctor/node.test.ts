// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { nodeFinding } from './node.ts';

describe('the check of the Node.js version', () => {
  it('warns from the end of its security updates on', () => {
    expect(nodeFinding('v20.20.2', Date.parse('2026-04-29')).state).toBe('ok');
    expect(nodeFinding('v20.20.2', Date.parse('2026-05-01'))).toMatchObject({
      state: 'warning',
      found: 'Node.js 20.20.2 has had no security updates since 2026-04-30.',
    });
    expect(nodeFinding('v24.21.0', Date.parse('2026-05-01')).state).toBe('ok');
  });

  it('accepts versions whose end it does not know', () => {
    expect(nodeFinding('v30.0.0', Date.parse('2040-01-01')).state).toBe('ok');
  });
});
