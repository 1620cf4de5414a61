// SPDX-License-Identifier: Apache-2.0
import { bodyLimitOf, type RateTier, type Route } from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import { errorResponses, type ErrorSchemas } from './errors.ts';
import { wireSchema, type Components, type JsonSchema } from './schemas.ts';

/** Requests per minute and address of each tier in a default installation. */
export type DefaultRates = Readonly<Record<RateTier, number>>;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `/history/:id` as OpenAPI writes it: `/history/{id}`. */
export const templated = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const propertiesOf = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Path and query values are text; an integer is described as the number that it is parsed to, with its limits. */
function asRead(sent: JsonSchema, read: JsonSchema | undefined): JsonSchema {
  if (read?.['type'] !== 'integer') return sent;
  const fallback = sent['default'];
  return typeof fallback === 'string' && fallback !== ''
    ? { ...read, default: Number(fallback) }
    : read;
}

function fieldsOf(
  schema: z.ZodMiniType,
  what: string,
): [name: string, schema: JsonSchema, required: boolean][] {
  const { properties, required } = wireSchema(schema, 'input');
  const sent = propertiesOf.safeParse(properties);
  if (!sent.success) throw new Error(`${what} is not an object with named fields.`);
  const read = propertiesOf.parse(wireSchema(schema, 'output')['properties']);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(sent.data).map(([name, field]) => [
    name,
    asRead(field, read[name]),
    needed.includes(name),
  ]);
}

function parametersOf(row: Route): readonly JsonSchema[] {
  const what = `${row.method} ${row.path}`;
  const inPath = row.params === undefined ? [] : fieldsOf(row.params, `params of ${what}`);
  const inQuery = row.query === undefined ? [] : fieldsOf(row.query, `query of ${what}`);
  return [
    ...inPath.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...inQuery.map(([name, schema, required]) => ({ name, in: 'query', required, schema })),
  ];
}

/** Kinds of token of which a route requires one; empty for a public route. */
export const tokenKinds = ({ authentication }: Route): readonly string[] =>
  authentication.split('-or-').filter((kind) => kind !== 'public');

const kilobytes = (bytes: number): string => `${String(Math.round(bytes / 1024))} KiB`;

function descriptionOf(row: Route, rates: DefaultRates): string {
  const lines = [
    row.note,
    `Counts as ${row.rate}: ${String(rates[row.rate])} requests a minute and address by default, together with the others of its tier.`,
    row.method === 'GET' ? undefined : `The body holds at most ${kilobytes(bodyLimitOf(row))}.`,
  ];
  return lines.filter((line) => line !== undefined).join('\n\n');
}

function requestBodyOf(name: string, row: Route, components: Components): JsonSchema | undefined {
  if (row.body === undefined) return undefined;
  const schema = components.reference(`${capital(name)}Request`, wireSchema(row.body, 'input'));
  return {
    required: !row.body.safeParse(undefined).success,
    content: { 'application/json': { schema } },
  };
}

/** Describes one route of the contract as an OpenAPI operation; schemas are added to the components. */
export function operationOf(
  name: string,
  row: Route,
  components: Components,
  { errors, rates }: { readonly errors: ErrorSchemas; readonly rates: DefaultRates },
): JsonSchema {
  const parameters = parametersOf(row);
  const requestBody = requestBodyOf(name, row, components);
  const answer = components.reference(`${capital(name)}Answer`, wireSchema(row.response, 'output'));
  const answerType = row.media?.split(';')[0] ?? 'application/json';
  return {
    operationId: name,
    tags: [row.path.split('/')[1] ?? ''],
    summary: row.summary,
    description: descriptionOf(row, rates),
    security: [
      ...(row.authentication === 'public-or-device-or-user' ? [{}] : []),
      ...tokenKinds(row).map((kind) => ({ [kind]: [] })),
    ],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      200: { description: 'Done.', content: { [answerType]: { schema: answer } } },
      ...(/\b304\b/.test(row.summary)
        ? { 304: { description: 'What the caller has is current.' } }
        : {}),
      ...errorResponses(row, errors),
    },
    'x-rate-tier': row.rate,
    'x-body-limit-bytes': bodyLimitOf(row),
  };
}
