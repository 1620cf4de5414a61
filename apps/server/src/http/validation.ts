// SPDX-License-Identifier: Apache-2.0
import type { z } from '@perfuse/contract/schema';
import { ServiceError, type FieldErrors } from './service-error.ts';

type Issue = z.core.$ZodIssue;

/** What a rule of our own asks for; zod's own words for a rule without any say nothing. */
const inWords = ({ message }: Issue): string[] => (message === 'Invalid input' ? [] : [message]);

/** The rule an issue broke, as a stable word, and what the rule asks for. */
function brokenRule(issue: Issue): [rule: string, details: string[]] {
  switch (issue.code) {
    case 'invalid_type':
      return ['TYPE', [issue.expected]];
    case 'too_small':
      return ['MINIMUM', [String(issue.minimum)]];
    case 'too_big':
      return ['MAXIMUM', [String(issue.maximum)]];
    case 'invalid_format':
      return ['FORMAT', [issue.pattern ?? issue.format]];
    case 'invalid_value':
      return ['VALUES', issue.values.map(String)];
    case 'not_multiple_of':
      return ['MULTIPLE_OF', [String(issue.divisor)]];
    case 'unrecognized_keys':
      return ['UNKNOWN_PROPERTIES', issue.keys];
    case 'custom':
      return ['VALID_PROPERTIES', inWords(issue)];
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return ['VALID_PROPERTIES', []];
  }
}

function fieldErrors(issues: readonly Issue[], root: string): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? root : issue.path.map(String).join('.');
    (fields[field] ??= []).push(brokenRule(issue));
  }
  return fields;
}

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
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error.issues, part);
  const [name = part, rules] = Object.entries(fields)[0] ?? [];
  const [rule = '', details = []] = rules?.[0] ?? [];
  const wanted = details.length === 0 ? '' : ` (${details.join(', ')})`;
  throw new ServiceError('VALIDATION_ERROR', `${name} breaks the rule ${rule}${wanted}.`, fields);
}
