// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import { BACKEND_PATH, backendErrorSchema } from '@perfuse/contract/backend/errors';
import { launchFailureSchema } from '@perfuse/contract/launch/failure';
import type { RouteTable } from '@perfuse/contract/route';
import type { z } from '@perfuse/contract/schema';
import { operationOf, templated, tokenKinds, type DefaultRates } from './operation.ts';
import { Components, wireSchema, type JsonSchema } from './schemas.ts';

export interface Described {
  readonly title: string;
  readonly description: string;
  /** Where the routes are mounted, such as `/api`. */
  readonly prefix: string;
  readonly version: string;
  readonly routes: RouteTable;
  readonly rates: DefaultRates;
  /** Schemas that no route declares, by name: JSON texts in a field, and what the server itself posts. */
  readonly schemas?: Readonly<Record<string, z.ZodMiniType>>;
}

const BEARER = { type: 'http', scheme: 'bearer' } as const;

const SCHEMES: Readonly<Record<string, JsonSchema>> = {
  device: {
    ...BEARER,
    description:
      'Token of a device: a guest of the consumer edition, or a client that registered a licence.',
  },
  user: { ...BEARER, description: 'Token of a person who signed in.' },
  organisation: {
    ...BEARER,
    description:
      'Token of a person who signed in to their organisation (`/organizations/auth`): to read and to manage, not to measure.',
  },
  administrator: {
    type: 'apiKey',
    in: 'cookie',
    name: 'perfuse_admin',
    description:
      'Session of an administrator; every call carries the header `perfuse-admin: 1` too.',
  },
};

function securitySchemes(routes: RouteTable): Record<string, JsonSchema> {
  const kinds = [...new Set(Object.values(routes).flatMap(tokenKinds))].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, SCHEMES[kind] ?? BEARER]));
}

/** Describes a route table of the contract as OpenAPI 3.1. */
export function openApiDocument(described: Described): JsonSchema {
  const { routes, prefix, rates } = described;
  const components = new Components();
  const isBackend = prefix === BACKEND_PATH;
  const general = isBackend ? backendErrorSchema : analysisErrorSchema;
  const errors = {
    general: components.reference('Error', wireSchema(general, 'output')),
    codeField: isBackend ? ('code' as const) : ('Code' as const),
    launch: () => components.reference('LaunchFailure', wireSchema(launchFailureSchema, 'output')),
  };
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const [name, row] of Object.entries(routes)) {
    const path = (paths[templated(row.path)] ??= {});
    path[row.method.toLowerCase()] = operationOf(name, row, components, { errors, rates });
    tags.add(row.path.split('/')[1] ?? '');
  }
  for (const [name, schema] of Object.entries(described.schemas ?? {})) {
    components.reference(name, wireSchema(schema, 'input'));
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
