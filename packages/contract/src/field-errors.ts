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

/** `record` is a word of zod's: whoever sends JSON calls it an object, too. */
const kindOf = (expected: string): string => (expected === 'record' ? 'object' : expected);

/** The rule an issue broke, as a stable word, and what the rule asks for. */
function brokenRule(issue: Issue): [rule: string, details: string[]] {
  switch (issue.code) {
    case 'invalid_type':
      return ['TYPE', [kindOf(issue.expected)]];
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
      return ['VALID_PROPERTIES', inWords(issue)];
    case 'invalid_union': {
      const kinds = alternatives(issue).flat().map(expectedKind);
      return inWords(issue).length === 0 && kinds.length > 0 && kinds.every((kind) => kind !== null)
        ? ['TYPE', kinds]
        : ['VALID_PROPERTIES', inWords(issue)];
    }
    case 'invalid_key': {
      const [first] = issue.issues;
      return first === undefined ? ['VALID_PROPERTIES', []] : brokenRule(first);
    }
    case 'invalid_element':
      return ['VALID_PROPERTIES', []];
  }
}

/** The kind that a value as a whole should have been of; null when something else is wrong. */
const expectedKind = (issue: Issue): string | null =>
  issue.code === 'invalid_type' && issue.path.length === 0 ? kindOf(issue.expected) : null;

/** What each alternative says; the empty text counts as absent and is none. */
const alternatives = ({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[][] =>
  errors.filter(
    ([issue]) => issue?.code !== 'invalid_value' || issue.values.some((value) => value !== ''),
  );

/** Where a value has the kind of one alternative only, what is wrong with it is what this one says; words of our own go first. */
function* innermost(issue: Issue): Iterable<Issue> {
  const fitting =
    issue.code === 'invalid_union' && inWords(issue).length === 0
      ? alternatives(issue).filter((issues) => !issues.some((one) => expectedKind(one) !== null))
      : [];
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) {
    yield issue;
    return;
  }
  for (const inner of only) yield* innermost({ ...inner, path: [...issue.path, ...inner.path] });
}

/** Faults that are named: nobody reads more, and the list could be longer than the value. */
const MOST_NAMED = 20;

/** Whether the field that an issue is about is not there. */
function isAbsent(value: unknown, { code, path }: Issue): boolean {
  if (code === 'custom' || path.length === 0) return false;
  let inside = value;
  for (const key of path) {
    if (typeof inside !== 'object' || inside === null) return false;
    inside = Reflect.get(inside, key);
  }
  return inside === undefined;
}

/**
 * @param root what the value as a whole is called, such as `body`.
 * @param value what was refused, to tell a field that is not there from one of a wrong type.
 */
export function fieldErrors(issues: readonly Issue[], root: string, value?: unknown): FieldErrors {
  const fields: FieldErrors = {};
  const faults = issues.flatMap((one) => [...innermost(one)]);
  for (const issue of faults.slice(0, MOST_NAMED)) {
    const field = issue.path.length === 0 ? root : issue.path.map(String).join('.');
    (fields[field] ??= []).push(isAbsent(value, issue) ? ['REQUIRED', []] : brokenRule(issue));
  }
  return fields;
}
