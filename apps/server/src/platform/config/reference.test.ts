// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settingsReference } from './reference.ts';

const FILE = path.resolve(import.meta.dirname, '../../../../../docs/reference/configuration.md');

it('matches docs/reference/configuration.md; npm run settings:print updates it', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(settingsReference());
});
