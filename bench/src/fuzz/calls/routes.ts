// SPDX-License-Identifier: Apache-2.0
/** Every route of the server, how to make a valid call to it, and how it may answer. */
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import { ADMIN_HEADER, ADMIN_PATH } from '@perfuse/contract/admin/session';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import type { Route } from '@perfuse/contract/route';
import type { z } from '@perfuse/contract/schema';
import { ANALYSIS_PATH } from '@perfuse/server/internal/modules/web/app-endpoints';
import { errorCodes } from '@perfuse/server/internal/modules/web/openapi/errors';
import { wireSchema } from '@perfuse/server/internal/modules/web/openapi/schemas';
import type { Random } from '../engine/random.ts';
import type { Call, Method } from './call.ts';
import { valueOf } from './schema-value.ts';

export interface MountedRoute {
  readonly prefix: string;
  readonly row: Route;
}

const below = (
  prefix: string,
  ...tables: readonly Readonly<Record<string, Route>>[]
): MountedRoute[] =>
  tables.flatMap((table) => Object.values(table).map((row) => ({ prefix, row })));

export const MOUNTED_ROUTES: readonly MountedRoute[] = [
  ...below(ANALYSIS_PATH, EVERY_ANALYSIS_ROUTE),
  ...below(BACKEND_PATH, EVERY_BACKEND_ROUTE, LAUNCH_ROUTES, HANDOFF_ROUTES, EVENT_ROUTES),
  ...below(`${ADMIN_PATH}/api`, ADMIN_ROUTES),
];

/** Callers by kind of token. */
const ACTORS: Readonly<Record<string, readonly string[]>> = {
  device: ['DEVICE', 'GUEST'],
  user: ['PERSON', 'MEMBER'],
  organisation: ['ANALYST', 'LEAD', 'CHIEF', 'CHIEF'],
  administrator: ['KEEPER', 'KEEPER', 'KEEPER', 'ROOT'],
};

export type Headers = Readonly<Record<string, string>>;

/** Headers that authenticate an actor. */
const headersOf = (kind: string, actor: string): Headers =>
  kind === 'administrator'
    ? { cookie: `perfuse_admin=@${actor}@`, [ADMIN_HEADER.name]: ADMIN_HEADER.value }
    : { authorization: `Bearer @${actor}@` };

export function anyActor(random: Random): Headers {
  const kind = random.pick(Object.keys(ACTORS));
  return headersOf(kind, random.pick(ACTORS[kind] ?? ['GUEST']));
}

function fittingActor({ authentication }: Route, random: Random): Headers {
  if (authentication === 'public') return random.chance(0.15) ? anyActor(random) : {};
  const kind = random.pick(authentication.split('-or-'));
  return headersOf(kind, random.pick(ACTORS[kind] ?? ['GUEST']));
}

/** Values of `:id`, by the path around it: of the own tenant, of the other one, or just created. */
const IDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/measurements|\/organizations\/measurements|^\/history/, ['@MEASUREMENT@', '@VMEASUREMENT@']],
  [/\/profiles\/:id/, ['@PROFILE@', '@VPROFILE@']],
  [/^\/studies/, ['@STUDY@', '@VSTUDY@', '@HOUSESTUDY@']],
  [/^\/devices/, ['@DEVICEID@', '@VDEVICE@']],
  [/^\/licenses/, ['@LICENCEID@', '@VLICENCE@']],
  [/users\/:id/, ['@USERID@', '@VUSER@']],
  [/^\/organi[sz]ations\/:id/, ['@ORG@', '@ORG@', '@VORG@']],
  [/^\/webhook/, ['@CONFIG@', '@VCONFIG@']],
];
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  configId: ['@CONFIG@', '@CONFIG@', '@VCONFIG@', '@$id@'],
  profileData: ['@PROFILEDATA@', '@SIGNED@', '@SIGNED@'],
  sessionId: ['-', 's-1'],
  chunk: ['0', '1', '5'],
  partner: ['@SECRET@', 'p'],
  keyId: ['@$id@', '1'],
  licenceId: ['@LICENCEID@', '@VLICENCE@', '@$id@'],
  deliveryId: ['@$id@', '1'],
};

function parameter(path: string, name: string, random: Random): string {
  const known = name === 'id' ? undefined : PARAMETERS[name];
  if (known !== undefined) return random.pick(known);
  const ids = IDS.find(([paths]) => paths.test(path))?.[1] ?? [];
  return random.pick([...ids, ...ids, '@$ID@', '@$id@']);
}

function queryOf(schema: z.ZodMiniType, random: Random): string {
  const fields = valueOf(wireSchema(schema, 'input'), random);
  if (typeof fields !== 'object' || fields === null) return '';
  const pairs = Object.entries(fields).map(
    // Placeholders stay unencoded.
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%40', '@')}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&').replaceAll('%24', '$')}`;
}

/** A call of a route that follows its schemas. */
export function callAt({ prefix, row }: MountedRoute, random: Random): Call {
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => parameter(row.path, name, random));
  const headers = fittingActor(row, random);
  const query = row.query === undefined ? '' : queryOf(row.query, random);
  const call = { method: row.method, url: prefix + path + query, headers, body: '' };
  if (row.body === undefined) return call;
  const value = valueOf(wireSchema(row.body, 'input'), random);
  return {
    ...call,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(value),
  };
}

const PATTERNS = MOUNTED_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.prefix}${route.row.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The route that a call reaches; literal segments take precedence over parameters, as in the router. */
export function mountedRouteOf(method: Method, url: string): MountedRoute | null {
  const path = url.split(/[?;#]/)[0] ?? '';
  const fitting = PATTERNS.filter(
    ({ route, pattern }) => route.row.method === method && pattern.test(path),
  );
  const parameters = ({ row }: MountedRoute): number => row.path.split(':').length;
  return (
    fitting.map(({ route }) => route).toSorted((a, b) => parameters(a) - parameters(b))[0] ?? null
  );
}

const CODES = new Map(MOUNTED_ROUTES.map(({ row }) => [row, new Set<string>(errorCodes(row))]));
const ANY: ReadonlySet<string> = new Set(Object.keys(ANALYSIS_ERRORS));

/** Codes that a call may be refused with, according to the reference pages. */
export const documentedCodes = (route: MountedRoute | null): ReadonlySet<string> =>
  (route === null ? undefined : CODES.get(route.row)) ?? ANY;
