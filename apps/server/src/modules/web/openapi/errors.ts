// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ERRORS, type AnalysisErrorCode } from '@perfuse/contract/analysis/errors';
import { LAUNCH_ERRORS, type LaunchErrorCode } from '@perfuse/contract/launch/failure';
import type { Route } from '@perfuse/contract/route';
import type { JsonSchema } from './schemas.ts';

const ERRORS = { ...ANALYSIS_ERRORS, ...LAUNCH_ERRORS };
type ErrorCode = AnalysisErrorCode | LaunchErrorCode;

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
/** A refused launch has more fields: the way back to the integrator. */
const isLaunch = (code: ErrorCode): code is LaunchErrorCode => Object.hasOwn(LAUNCH_ERRORS, code);

/** Schemas of error answers, stored in the components. */
export interface ErrorSchemas {
  readonly general: JsonSchema;
  /** Field of the code in the general schema. */
  readonly codeField: 'code' | 'Code';
  readonly launch: () => JsonSchema;
}

/** Error codes that a route may return: its own, and the general ones that follow from its definition. */
export function errorCodes(row: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>();
  for (const code of row.errors ?? []) {
    if (!isKnown(code))
      throw new Error(`${row.method} ${row.path} names the unknown code ${code}.`);
    codes.add(code);
  }
  if (row.authentication !== 'public') {
    for (const code of [
      'INVALID_TOKEN',
      'TOKEN_EXPIRED',
      'ERR_SESSION_EXPIRED',
      'RESTRICTED',
    ] as const) {
      codes.add(code);
    }
  }
  if ((row.params ?? row.query ?? row.body) !== undefined) codes.add('VALIDATION_ERROR');
  if (row.method !== 'GET') {
    for (const code of ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) {
      codes.add(code);
    }
  }
  for (const code of ['RATE_LIMIT', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const) {
    codes.add(code);
  }
  return [...codes];
}

function bodySchema(
  codes: readonly ErrorCode[],
  { general, codeField, launch }: ErrorSchemas,
): JsonSchema {
  const launchCodes = codes.filter(isLaunch);
  const generalCodes = codes.filter((code) => !isLaunch(code));
  const shapes = [
    ...(launchCodes.length === 0
      ? []
      : [{ allOf: [launch(), { properties: { code: { enum: launchCodes } } }] }]),
    ...(generalCodes.length === 0
      ? []
      : [{ allOf: [general, { properties: { [codeField]: { enum: generalCodes } } }] }]),
  ];
  const [only, ...others] = shapes;
  return only !== undefined && others.length === 0 ? only : { anyOf: shapes };
}

/** Error responses of a route by HTTP status, each with its codes and their meaning. */
export function errorResponses(row: Route, schemas: ErrorSchemas): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(row)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: bodySchema(codes, schemas) } },
      },
    ]),
  );
}
