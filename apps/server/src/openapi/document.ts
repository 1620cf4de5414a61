// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import type { RouteTable } from '@perfuse/contract/route';
import { operationOf, templated, tokenKinds, type DefaultRates } from './operation.ts';
import { Components, wireSchema, type JsonSchema } from './schemas.ts';

export interface Described {
  readonly title: string;
  readonly description: string;
  /** Where the rows are mounted, such as `/api`. */
  readonly prefix: string;
  readonly version: string;
  readonly routes: RouteTable;
  readonly rates: DefaultRates;
}

const TOKENS: Readonly<Record<string, string>> = {
  device: 'Token of a device: a guest of the consumer edition, or whoever registered a licence.',
  user: 'Token of a person who signed in.',
};

function securitySchemes(routes: RouteTable): Record<string, JsonSchema> {
  const kinds = [...new Set(Object.values(routes).flatMap(tokenKinds))].sort();
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        type: 'http',
        scheme: 'bearer',
        description: TOKENS[kind] ?? `Token of the kind ${kind}.`,
      },
    ]),
  );
}

/** A table of the contract as a document of OpenAPI 3.1. */
export function openApiDocument(described: Described): JsonSchema {
  const { routes, prefix, rates } = described;
  const components = new Components();
  const error = components.reference('Error', wireSchema(analysisErrorSchema, 'output'));
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const [name, row] of Object.entries(routes)) {
    const path = (paths[templated(row.path)] ??= {});
    path[row.method.toLowerCase()] = operationOf(name, row, components, { error, rates });
    tags.add(row.path.split('/')[1] ?? '');
  }
  return {
    openapi: '3.1.0',
    info: {
      title: described.title,
      description: described.description,
      version: described.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: prefix, description: 'Below the address of the installation.' }],
    tags: [...tags].sort().map((name) => ({ name })),
    paths,
    components: { schemas: components.toJson(), securitySchemes: securitySchemes(routes) },
  };
}
