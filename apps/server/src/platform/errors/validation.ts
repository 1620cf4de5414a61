// SPDX-License-Identifier: Apache-2.0
import { fieldErrors } from '@perfuse/contract/field-errors';
import type { z } from '@perfuse/contract/schema';
import { parseUntrusted } from '@perfuse/contract/untrusted';
import { ServiceError } from './service-error.ts';

/**
 * Parses what a caller sent.
 * @param part what the value as a whole is called in an error: `body`, `query` or `params`.
 * @throws ServiceError VALIDATION_ERROR that names each field and the rule it broke, never the value.
 */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  part: string,
): z.output<S> {
  const parsed = parseUntrusted(schema, value);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error.issues, part);
  const [name = part, rules] = Object.entries(fields)[0] ?? [];
  const [rule = '', details = []] = rules?.[0] ?? [];
  const wanted = details.length === 0 ? '' : ` (${details.join(', ')})`;
  throw new ServiceError('VALIDATION_ERROR', `${name} breaks the rule ${rule}${wanted}.`, fields);
}
