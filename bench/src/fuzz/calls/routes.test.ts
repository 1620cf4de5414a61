// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { describe, expect, it } from 'vitest';
import { openApiDocuments } from '@perfuse/server/internal/modules/web/openapi/documents';
import { startServer } from '@perfuse/server/testing/server';
import { MOUNTED_ROUTES } from './routes.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const documentSchema = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** As `METHOD /path/{parameter}`. */
function documented(document: unknown): readonly string[] {
  const { servers, paths } = documentSchema.parse(document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${servers[0]?.url ?? ''}${path}`),
  );
}

/** The routes of a printed tree, where each line is a child of the last line with less indentation. */
function mounted(tree: string): readonly string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S*) \((.*)\)$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, part);
    const path = above.join('').replaceAll(/:(\w+)/g, '{$1}');
    return methods.split(', ').map((method) => `${method} ${path}`);
  });
}

const fuzzed = MOUNTED_ROUTES.map(
  ({ prefix, row }) => `${row.method} ${prefix}${row.path.replaceAll(/:(\w+)/g, '{$1}')}`,
);

describe('the routes that are fuzzed', () => {
  it('are those of every OpenAPI document', () => {
    const all = Object.values(openApiDocuments()).flatMap(documented);
    expect(all.length).toBeGreaterThan(100);
    expect(fuzzed.toSorted()).toEqual(all.toSorted());
  });

  it('are all routes of the server below the prefixes of its services', async () => {
    const { app, stop } = await startServer();
    const tree = app.http.printRoutes({ commonPrefix: false });
    await stop();
    // The bare path of a service is its websocket's; `*` is the fallback for unknown paths.
    const services = /^(?!HEAD|OPTIONS)\w+ \/(?:api|analysis|admin\/api)\/[^*]/;
    const there = mounted(tree).filter((route) => services.test(route));
    expect(there.toSorted()).toEqual(fuzzed.toSorted());
  });
});
