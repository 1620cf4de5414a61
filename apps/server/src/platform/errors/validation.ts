// SPDX-License-Identifier: Apache-2.0
import { fieldErrors, type FieldErrors } from '@perfuse/contract/field-errors';
import type { z } from '@perfuse/contract/schema';
import { parseUntrusted } from '@perfuse/contract/untrusted';
import { ServiceError } from './service-error.ts';

/** Names each field and the rule it broke; the message describes the first. */
export function invalid(fields: FieldErrors): ServiceError {
  const [name = '', rules] = Object.entries(fields)[0] ?? [];
  const [rule = '', details = []] = rules?.[0] ?? [];
  // A regular expression means nothing to people; programs find it in the fields.
  const wanted = details.length === 0 || rule === 'FORMAT' ? '' : ` (${details.join(', ')})`;
  return new ServiceError('VALIDATION_ERROR', `${name} breaks the rule ${rule}${wanted}.`, fields);
}

export const taken = (field: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${field} is taken.`, { [field]: [['UNIQUE', []]] });

/**
 * Parses what a caller sent.
 * @param part name of the value as a whole in an error: `body`, `query` or `params`.
 * @throws ServiceError VALIDATION_ERROR that names each field and the rule it broke, never the value.
 */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  part: string,
): z.output<S> {
  const parsed = parseUntrusted(schema, value);
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error.issues, part, value));
}
