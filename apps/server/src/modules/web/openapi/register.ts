// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import type { RateGuards } from '../../../platform/http/rate-tiers.ts';
import { openApiDocuments } from './documents.ts';

/** Serves `/openapi/api.json` and the like, which describe this installation, for client generators. */
export function registerOpenApi(app: FastifyInstance, guards: RateGuards): void {
  const printed = new Map<string, string>();
  const text = (name: string): string => {
    const known = printed.get(name);
    if (known !== undefined) return known;
    for (const [each, document] of Object.entries(openApiDocuments())) {
      printed.set(each, JSON.stringify(document));
    }
    return printed.get(name) ?? '';
  };
  for (const name of ['api', 'analysis', 'admin']) {
    app.get(`/openapi/${name}.json`, { onRequest: guards.relaxed }, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('application/json; charset=utf-8')
        .send(text(name)),
    );
  }
}
