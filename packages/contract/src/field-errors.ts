// SPDX-License-Identifier: Apache-2.0
/** Which field broke which rule: said alike by the server that refuses and by a form that looks first. */
import { z } from './schema.ts';

type Issue = z.core.$ZodIssue;

/** Per field (its path with dots), the rules it broke: `{'branding.pageTitle': [['MAXIMUM', ['100']]]}`. */
export type FieldErrors = Record<string, [rule: string, details: string[]][]>;
export const fieldErrorsSchema = z.record(
  z.string(),
  z.array(z.tuple([z.string(), z.array(z.string())])),
);

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
      // The empty text counts as absent: it is no value to tell of.
      return ['VALUES', issue.values.map(String).filter((value) => value !== '')];
    case 'not_multiple_of':
      return ['MULTIPLE_OF', [String(issue.divisor)]];
    case 'unrecognized_keys':
      return ['UNKNOWN_PROPERTIES', issue.keys];
    case 'custom':
    case 'invalid_union':
      return ['VALID_PROPERTIES', inWords(issue)];
    case 'invalid_key':
    case 'invalid_element':
      return ['VALID_PROPERTIES', []];
  }
}

/** @param root what the value as a whole is called, such as `body`. */
export function fieldErrors(issues: readonly Issue[], root: string): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? root : issue.path.map(String).join('.');
    (fields[field] ??= []).push(brokenRule(issue));
  }
  return fields;
}
