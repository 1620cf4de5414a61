// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { loginMode } from './use-login.ts';

vi.mock(import('../../config/build.ts'), async (original) => ({
  ...(await original()),
  EDITION: 'enterprise' as const,
}));

test.each([
  ['names the organisation', 'acme-web', false],
  ['did not open this tab', null, true],
])(
  'in the enterprise edition, where a link %s, the access code is asked for: %3$s',
  (_, configId, asksAccessCode) => {
    expect(loginMode('password', 'perfuse.example', configId)).toEqual({
      method: 'password',
      asksAccessCode,
    });
  },
);
