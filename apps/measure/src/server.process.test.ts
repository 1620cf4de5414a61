// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { startServer } from './server.ts';

describe('A local server', () => {
  it('is ready once started, and unreachable once stopped', { timeout: 300_000 }, async () => {
    const server = await startServer(false);
    try {
      expect((await fetch(new URL('/health/ready', server.url))).status).toBe(200);
      expect(await (await fetch(server.url)).text()).toContain('<div id="root">');
    } finally {
      await server.stop();
    }
    await expect(fetch(server.url)).rejects.toThrow();
  });
});
