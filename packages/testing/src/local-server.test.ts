// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from 'vitest';
import { cleanEnvironment } from './local-server.ts';

afterEach(() => vi.unstubAllEnvs());

test("a test server does not inherit the settings of the developer's environment", () => {
  vi.stubEnv('DATABASE_URL', 'postgres://production.example/perfuse');
  vi.stubEnv('PERFUSE_SMTP_URL', 'smtp://mail.example');
  vi.stubEnv('HOST', '0.0.0.0');
  const { PATH, ...rest } = cleanEnvironment({ PORT: '1' });
  expect(PATH).toBe(process.env['PATH']);
  expect(rest).toMatchObject({ PORT: '1' });
  expect(Object.keys(rest)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(PERFUSE_|DATABASE_|HOST$)/)]),
  );
});
