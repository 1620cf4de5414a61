// SPDX-License-Identifier: Apache-2.0
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import { z } from '@perfuse/contract/schema';
import { expect, test } from 'vitest';
import { startServer } from '../../../testing/server.ts';
import { ANALYSIS_PATH } from '../app-endpoints.ts';
import { openApiDocuments } from './documents.ts';

const documentSchema = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const published = Object.values(openApiDocuments()).flatMap((document) => {
  const { servers, paths } = documentSchema.parse(document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${servers[0].url}${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
});

/** From the tree that Fastify prints: each level is indented by four characters and adds to the path above. */
function routesIn(tree: string): readonly string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above[depth] = (above[depth - 1] ?? '') + part;
    return methods.split(', ').map((method) => `${method} ${above[depth] ?? ''}`);
  });
}

test('the server answers every operation of its documents, and publishes every one that it answers', async () => {
  const server = await startServer();
  const isOfAnApi = (route: string): boolean =>
    [BACKEND_PATH, ANALYSIS_PATH, `${ADMIN_PATH}/api`].some((prefix) =>
      new RegExp(`^(?!HEAD )\\S+ ${prefix}/.`).test(route),
    );
  const mounted = routesIn(server.app.http.printRoutes({ commonPrefix: false })).filter(isOfAnApi);
  await server.stop();
  expect(mounted.sort()).toEqual(published.sort());
});
