// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { banner } from './banner.ts';

const print = (demoLicenceKey: string | null): string =>
  banner({
    origin: 'http://localhost:4300',
    dataLocation: '/data',
    installation: { organisationId: 'o', studyId: 's', guestLicenceId: 'l', demoLicenceKey },
    editions: { consumer: true, enterprise: true },
  });

it('prints the addresses and the keys of the demo', () => {
  const told = print('prf-demo-1');
  for (const text of ['http://localhost:4300/org/i/demo', 'prf-demo-1', 'DEMO']) {
    expect(told).toContain(text);
  }
});

it('does not mention the demo when it is off', () => {
  const told = print(null);
  expect(told).not.toMatch(/demo/i);
  expect(told).toContain('http://localhost:4300/analysis');
});
