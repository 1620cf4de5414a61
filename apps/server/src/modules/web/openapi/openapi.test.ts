// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { callbackResultsSchema } from '@perfuse/contract/launch/results';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { webhookBody } from '@perfuse/contract/launch/webhook';
import type { Route } from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { templated } from './operation.ts';
import { openApiDocuments } from './documents.ts';

const documents = Object.entries(openApiDocuments());

const operationSchema = z.object({
  operationId: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })),
  ),
  requestBody: z.optional(z.unknown()),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
  'x-body-limit-bytes': z.int(),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
type Operation = z.infer<typeof operationSchema>;

it('the analysis document links to a page that lists every websocket action', () => {
  const { analysis } = openApiDocuments();
  const { info } = z.object({ info: z.object({ description: z.string() }) }).parse(analysis);
  const pages = [...info.description.matchAll(/docs\/[\w/-]+\.md/g)].map(([page]) =>
    readFileSync(path.join(CHECKOUT, page), 'utf8'),
  );
  for (const id of Object.values(ACTIONS)) expect(pages.join()).toContain(`| ${id} |`);
});

it('the page for analysis clients names a role only for calls that require one by the contract', () => {
  const page = readFileSync(path.join(CHECKOUT, 'docs/reference/deepaffex-surface.md'), 'utf8');
  const notes = Object.values<Route>(EVERY_ANALYSIS_ROUTE).map(
    (row) => [templated(row.path), row.note] as const,
  );
  const asked: string[] = [];
  for (const line of page.split('\n')) {
    const [, , calls = '', who = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^((analyst|lead|admin|administrator)(; )?)+$/.test(who)) continue;
    for (const [, call = ''] of calls.matchAll(/(\/[\w/{}-]+)`/g)) {
      asked.push(call);
      for (const [template, note = ''] of notes) {
        if (template === call) expect(note, call).toMatch(/^For /);
      }
    }
  }
  expect(asked).toContain('/reports');
});

it('the page for analysis clients lists the error codes of every call with their statuses', () => {
  const page = readFileSync(path.join(CHECKOUT, 'docs/reference/deepaffex-surface.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (\d{3}) +\|(.*)$/gm)].flatMap(
    ([, status = '', codes = '']) =>
      [...codes.matchAll(/`([A-Z_]{5,})`/g)].map(([, code = '']) => `${status} ${code}`),
  );
  const { paths } = documentSchema.parse(openApiDocuments()['analysis']);
  const answered = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/^([A-Z_]+): /gm)].map(([, code = '']) => `${status} ${code}`),
    );
  // An unknown action exists on the websocket only.
  expect(new Set(listed)).toEqual(new Set([...answered, '400 INCORRECT_REQUEST']));
});

it('the backend document has the same posted types as the Python example', () => {
  const example = readFileSync(path.join(CHECKOUT, 'examples/python/perfuse.py'), 'utf8');
  const { schemas } = documentSchema.parse(openApiDocuments()['api']).components;
  const named = example.split('"""')[1]?.matchAll(/`(\w+)`/g) ?? [];
  const classes = [...named].map(([, name = '']) => name);
  expect(classes).toEqual(['Results', 'PostedResults']);
  for (const name of classes) {
    const body = example.split(`class ${name}(TypedDict):`)[1]?.split(/^\S/m)[0] ?? '';
    const fields = [...body.matchAll(/^ {4}(\w+): /gm)].map(([, field]) => field);
    expect(fields, name).toEqual(Object.keys(schemas[name]?.['properties'] ?? {}));
  }
  const event = Object.keys(schemas['PostedEvent']?.['properties'] ?? {});
  expect(event).toEqual(Object.keys(webhookBody.shape));
});

describe.each(documents)('the OpenAPI document %s', (_name, document) => {
  const { paths, components } = documentSchema.parse(document);

  it('is valid OpenAPI 3.1', async () => {
    // The validator modifies the document.
    const checked = await new Validator().validate(structuredClone(document));
    expect(checked.errors).toBeUndefined();
    expect(checked.valid).toBe(true);
  });

  it('holds schemas that a validator of the dialect compiles', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const [key, schema] of Object.entries(components.schemas)) {
      expect(() => ajv.compile(schema), key).not.toThrow();
    }
  });

  it('declares exactly the parameters of each path', () => {
    for (const [template, operations] of Object.entries(paths)) {
      const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).sort();
      for (const { operationId, parameters = [] } of Object.values(operations)) {
        const declared = parameters.filter((one) => one.in === 'path').map((one) => one.name);
        expect(declared.sort(), operationId).toEqual(named);
      }
    }
  });
});

describe('an operation', () => {
  const operationOf = (document: string, row: Route): Operation => {
    const found = documents.find(([name]) => name === document)?.[1];
    const template = row.path.replace(/:(\w+)/g, '{$1}');
    const operation = documentSchema.parse(found).paths[template]?.[row.method.toLowerCase()];
    if (operation === undefined) throw new Error(`${document} lacks ${row.method} ${row.path}.`);
    return operation;
  };

  it('lists the tokens it accepts, and none if it is public', () => {
    expect(operationOf('api', BACKEND_ROUTES.token).security).toEqual([]);
    expect(operationOf('api', BACKEND_ROUTES.history).security).toEqual([{ user: [] }]);
    expect(operationOf('analysis', ANALYSIS_ROUTES.createMeasurement).security).toEqual([
      { device: [] },
      { user: [] },
    ]);
  });

  it('describes its error codes under their status', () => {
    const { responses } = operationOf('analysis', ANALYSIS_ROUTES.addData);
    expect(responses['400']?.description).toContain('MISALIGNED_CHUNK: ');
    expect(responses['401']?.description).toContain('TOKEN_EXPIRED: ');
    expect(responses['429']?.description).toContain('RATE_LIMIT: ');
    expect(operationOf('api', BACKEND_ROUTES.status).responses['401']).toBeUndefined();
  });

  it('describes the limits of numbers and dates in query parameters', () => {
    const parametersOf = (document: string, row: Route) =>
      operationOf(document, row).parameters?.map(({ name, schema }) => [name, schema]);
    const whole = { type: 'integer', minimum: 0, maximum: 1000 };
    const day = 'Rule VALID_PROPERTIES: an ISO day or time, or milliseconds since 1970';
    expect(parametersOf('analysis', ANALYSIS_ROUTES.listMeasurements)).toEqual(
      expect.arrayContaining([
        ['Limit', whole],
        ['Date', expect.objectContaining({ description: day })],
      ]),
    );
    expect(parametersOf('api', BACKEND_ROUTES.history)).toContainEqual([
      'limit',
      { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    ]);
    expect(parametersOf('admin', ADMIN_ROUTES.audit)).toContainEqual([
      'limit',
      { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    ]);
  });

  it('describes rules that a schema cannot express', () => {
    const documents = JSON.stringify(openApiDocuments());
    for (const rule of ['holds at most 12 fields', 'holds at most 50 entries'])
      expect(documents.includes(`Rule VALID_PROPERTIES: ${rule}`), rule).toBe(true);
  });

  it('has its own error schema for a refused launch, and the general one for other errors', () => {
    const { responses } = operationOf('api', LAUNCH_ROUTES.profile);
    expect(JSON.stringify(responses['403'])).toContain('"enum":["SIGNED_PROFILE_REQUIRED"');
    expect(JSON.stringify(responses['403'])).not.toContain('schemas/Error');
    expect(JSON.stringify(responses['400'])).toMatch(/schemas\/LaunchFailure.*schemas\/Error/);
  });

  it('that takes results describes their encoding and content', () => {
    const { description: encrypted } = operationOf('api', LAUNCH_ROUTES.encryption);
    expect(encrypted).toContain('`resultsPayload` is the JSON text of `Results`');
    const { description: passed } = operationOf('api', LAUNCH_ROUTES.results);
    expect(passed).toContain('`results` is base64 of the JSON text of `Results`');
    const { api } = openApiDocuments();
    const { Results: { properties } = {} } = documentSchema.parse(api).components.schemas;
    const fields = Object.keys(callbackResultsSchema.shape);
    expect(Object.keys(properties ?? {})).toEqual(fields);
  });

  it('that opens measurements states how many may be open', () => {
    const { description } = operationOf('analysis', ANALYSIS_ROUTES.createMeasurement);
    const most = String(ANALYSIS_LIMITS.maxOpenMeasurementsPerToken);
    expect(description).toContain(`At most ${most} measurements of a device`);
  });

  it('states its body limit, and a 304 response where it has one', () => {
    expect(operationOf('analysis', ANALYSIS_ROUTES.addData)['x-body-limit-bytes']).toBe(
      ANALYSIS_ROUTES.addData.bodyLimit,
    );
    expect(operationOf('analysis', ANALYSIS_ROUTES.sdkConfig).responses['304']).toBeDefined();
  });
});
