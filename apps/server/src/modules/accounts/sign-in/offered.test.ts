// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { readConfiguration } from '../../../platform/config/configuration.ts';
import { inChina } from './offered.ts';

test.each([
  ['perfuse.cn:4300', {}, true],
  ['perfuse.cn', {}, true],
  ['perfuse.example.org', {}, false],
  ['perfuse.example.org', { PERFUSE_REGION: 'cn' }, true],
  ['10.0.0.1:4300', { PERFUSE_PUBLIC_URL: 'https://perfuse.cn:8443' }, true],
  // A client can forge the host.
  ['perfuse.cn', { PERFUSE_PUBLIC_URL: 'https://perfuse.example.org' }, false],
])('a request to %s with %j is in the China region: %s', (host, environment, expected) => {
  const configuration = readConfiguration(environment);
  expect(configuration.ok && inChina(configuration.value)(host)).toBe(expected);
});
