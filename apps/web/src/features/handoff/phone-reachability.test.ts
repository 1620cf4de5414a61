// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { phoneReachability } from './phone-reachability.ts';

test.each([
  ['https://perfuse.example', 'open'],
  ['https://192.168.1.5:4300', 'open'],
  ['https://localhosting.example', 'open'],
  ['http://perfuse.example', 'insecure'],
  ['http://192.168.1.5:4300', 'insecure'],
  ['http://localhost:4300', 'local'],
  ['https://app.localhost', 'local'],
  ['http://127.0.0.1', 'local'],
  ['http://127.8.9.10:1', 'local'],
  ['http://[::1]:4300', 'local'],
  ['http://0.0.0.0:4300', 'local'],
] as const)('%s is %s for a phone', (origin, reach) => {
  expect(phoneReachability(origin)).toBe(reach);
});
