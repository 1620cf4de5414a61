// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { envVarsSchema } from './routes.ts';

test('an answer without the address of the analysis service is refused', () => {
  expect(envVarsSchema.safeParse({ apiHost: 'app.example/analysis' }).success).toBe(true);
  expect(envVarsSchema.safeParse({ apiHost: '' }).success).toBe(false);
  expect(envVarsSchema.safeParse({}).success).toBe(false);
});
