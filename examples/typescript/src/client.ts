// SPDX-License-Identifier: Apache-2.0
/** The analysis API of an installation, typed by its OpenAPI document (analysis.ts). */
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './analysis.ts';

type Schemas = components['schemas'];
export type Device = Schemas['RegisterLicenseAnswer'];
export type MeasurementRow = Schemas['ListMeasurementsAnswer'][number];
export type Measurement = Schemas['RetrieveMeasurementAnswer'];

const TIMEOUT_MS = 15_000;

/** The installation refused. `code` is one of docs/reference/deepaffex-surface.md#errors. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Turns a refusal into an error, and sends the token where there is one. */
const middleware = (token?: string): Middleware => ({
  onRequest: ({ request }) => {
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
    return new Request(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  },
  onResponse: async ({ response }) => {
    if (response.ok) return;
    const error = (await response.json().catch(() => ({}))) as Partial<Schemas['Error']>;
    throw new Refused(response.status, error.Code ?? 'UNKNOWN', error.Message ?? 'Refused.');
  },
});

function open(origin: string, token?: string) {
  const client = createClient<paths>({ baseUrl: `${origin}/analysis` });
  client.use(middleware(token));
  return client;
}

/** The data of a response: a refusal has been thrown before. */
function data<T>(answer: { readonly data?: T }): T {
  if (answer.data === undefined) throw new Refused(0, 'UNKNOWN', 'The response is empty.');
  return answer.data;
}

/** Tokens of a new device: POST /organizations/licenses. @throws Refused */
export async function registerDevice(origin: string, licenceKey: string): Promise<Device> {
  const body = {
    Key: licenceKey,
    DeviceTypeID: 'LINUX',
    Name: 'server',
    Identifier: 'server',
    Version: '1.0.0',
  } as const;
  return data(await open(origin).POST('/organizations/licenses', { body }));
}

export interface Analysis {
  /** Those of this device, newest first: GET /measurements. @throws Refused */
  readonly measurements: (limit?: number) => Promise<readonly MeasurementRow[]>;
  /** One with its results: GET /measurements/{id}. @throws Refused */
  readonly measurement: (id: string) => Promise<Measurement>;
  /** With its data and results: DELETE /measurements/{id}. @throws Refused */
  readonly remove: (id: string) => Promise<void>;
}

/** @param token of a device or a person, as {@link registerDevice} returns it. */
export function openAnalysis(origin: string, token: string): Analysis {
  const client = open(origin, token);
  const of = (id: string) => ({ params: { path: { id } } });
  return {
    measurements: async (limit = 20) =>
      data(await client.GET('/measurements', { params: { query: { Limit: limit } } })),
    measurement: async (id) => data(await client.GET('/measurements/{id}', of(id))),
    remove: async (id) => {
      data(await client.DELETE('/measurements/{id}', of(id)));
    },
  };
}
