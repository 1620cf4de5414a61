// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { envVarsSchema } from './routes.ts';

test('an answer that does not say where the analysis service is breaks the contract', () => {
  expect(envVarsSchema.safeParse({ apiHost: 'app.example/analysis' }).success).toBe(true);
  expect(envVarsSchema.safeParse({ apiHost: '' }).success).toBe(false);
  expect(envVarsSchema.safeParse({}).success).toBe(false);
});
