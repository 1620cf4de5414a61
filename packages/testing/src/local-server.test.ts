// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanEnvironment, freePort, listen } from './local-server.ts';

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

test('a free port is none in use, and none that a connection of this machine can get meanwhile', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.5);
  const { port: taken, close } = await listen(createServer(), await freePort());
  random.mockReturnValueOnce(0.5);
  const port = await freePort();
  await close();
  expect(port).not.toBe(taken);
  // Connections get ports from here on Linux, and above on other systems.
  for (const one of [taken, port]) expect(one).toBeLessThan(32_768);
});
