// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ERRORS, type AnalysisErrorCode } from '@perfuse/contract/analysis/errors';
import type { Route } from '@perfuse/contract/route';
import type { JsonSchema } from './schemas.ts';

const isKnown = (code: string): code is AnalysisErrorCode => Object.hasOwn(ANALYSIS_ERRORS, code);

/** The codes that a route may answer: its own, and the general ones that its row brings with it. */
export function errorCodes(row: Route): readonly AnalysisErrorCode[] {
  const codes = new Set<AnalysisErrorCode>();
  for (const code of row.errors) {
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

/** Refusals of a route by HTTP status; each names its codes with their meaning. */
export function errorResponses(row: Route, errorSchema: JsonSchema): Record<string, unknown> {
  const byStatus = new Map<number, AnalysisErrorCode[]>();
  for (const code of errorCodes(row)) {
    const { status } = ANALYSIS_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${ANALYSIS_ERRORS[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: { allOf: [errorSchema, { properties: { Code: { enum: codes } } }] },
          },
        },
      },
    ]),
  );
}
