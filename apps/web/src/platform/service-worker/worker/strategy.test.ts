// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { strategyFor } from './strategy.ts';

const ROOT = 'https://app.example.org/';

test.each([
  ['/', 'navigate', 'page'],
  ['/app/measurement?debug', 'navigate', 'page'],
  ['/results', 'navigate', 'page'],
  ['/results', 'cors', 'network'],
  ['/assets/main-a1b2c3d4.js', 'cors', 'hashed'],
  ['/manifest.json', 'cors', 'fresh'],
  ['/icons/icon-192.png', 'no-cors', 'fresh'],
  ['/sw-start.js', 'same-origin', 'network'],
  ['/api/env-vars', 'cors', 'network'],
  ['/analysis/measurements', 'cors', 'network'],
  ['/api/env-vars', 'navigate', 'network'],
  ['/org/i/demo', 'navigate', 'network'],
  ['/openapi/api.json', 'navigate', 'network'],
  ['/learned/0a1b/model.onnx', 'navigate', 'network'],
  ['/admin', 'navigate', 'network'],
  ['/analysis/users', 'navigate', 'network'],
  ['/health/ready', 'navigate', 'network'],
  ['/metrics', 'navigate', 'network'],
  ['/visage/', 'navigate', 'network'],
  ['/organisations', 'navigate', 'page'],
])('%s as %s: %s', (path, mode, strategy) => {
  expect(strategyFor({ method: 'GET', url: ROOT + path.slice(1), mode }, ROOT)).toBe(strategy);
});

test('requests that are not GET or lie outside the scope are left to the network', () => {
  expect(strategyFor({ method: 'POST', url: ROOT, mode: 'navigate' }, ROOT)).toBe('network');
  const org = `${ROOT}org/`;
  expect(strategyFor({ method: 'GET', url: `${ROOT}results`, mode: 'navigate' }, org)).toBe(
    'network',
  );
  expect(strategyFor({ method: 'GET', url: `${org}i/demo`, mode: 'navigate' }, org)).toBe('page');
});
