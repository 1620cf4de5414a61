// SPDX-License-Identifier: Apache-2.0
/** The errors of each area have one shape, whatever the reason. */
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { BACKEND_PATH, backendErrorSchema } from '@perfuse/contract/backend/errors';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const BACKEND = Object.entries({
  ...EVERY_BACKEND_ROUTE,
  ...EVENT_ROUTES,
  ...HANDOFF_ROUTES,
  ...LAUNCH_ROUTES,
});
const AREAS = [
  { prefix: BACKEND_PATH, rows: BACKEND, shape: z.strictObject(backendErrorSchema.shape) },
  {
    prefix: '/analysis',
    rows: Object.entries(EVERY_ANALYSIS_ROUTE),
    shape: z.strictObject(analysisErrorSchema.shape),
  },
];

describe.each(AREAS)('$prefix', ({ prefix, rows, shape }) => {
  const refused = async (path: string, request: RequestInit) => {
    const answer = await fetch(`${server.origin}${prefix}${path}`, request);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    shape.parse(await answer.json());
  };
  const broken = { headers: { 'content-type': 'application/json' }, body: '{' };

  it.each(rows.filter(([, { method }]) => method !== 'GET'))(
    '%s refuses a body that is not JSON',
    async (_, { path, method }) => refused(path.replaceAll(/:\w+/g, 'x'), { method, ...broken }),
  );

  it.each(rows.filter(([, { authentication }]) => authentication !== 'public'))(
    '%s refuses a malformed token',
    async (_, { path, method }) => {
      const headers = { authorization: 'Bearer none' };
      await refused(path.replaceAll(/:\w+/g, 'x'), { method, headers });
    },
  );

  it.each(['/none', '/%', '/none?x=1', ''])('refuses the unknown address %s', (path) =>
    refused(path, { method: 'POST' }),
  );

  it('refuses an unsupported media type and a body that is too large', async () => {
    const address = prefix === BACKEND_PATH ? '/signin' : '/users/auth';
    await refused(address, { method: 'POST', body: 'x' });
    const body = JSON.stringify({ email: 'x'.repeat(2 ** 20) });
    const headers = { 'content-type': 'application/json' };
    await refused(address, { method: 'POST', headers, body });
  });
});
