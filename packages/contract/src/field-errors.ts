// SPDX-License-Identifier: Apache-2.0
/** The rules that fields broke: in one form for the server's refusals and for forms that validate first. */
import { z } from './schema.ts';

type Issue = z.core.$ZodIssue;

/** The rules that each field (its path with dots) broke: `{'branding.pageTitle': [['MAXIMUM', ['100']]]}`. */
export type FieldErrors = Record<string, [rule: string, details: string[]][]>;
export const fieldErrorsSchema = z.record(
  z.string(),
  z.array(z.tuple([z.string(), z.array(z.string())])),
);

/** The message of a custom rule; zod's default for a rule without a message says nothing. */
const inWords = ({ message }: Issue): string[] => (message === 'Invalid input' ? [] : [message]);

/** `record` is zod's term; in JSON it is an object. */
const kindOf = (expected: string): string => (expected === 'record' ? 'object' : expected);

/** The rule that an issue broke, as a stable word, and its requirement. */
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
      // '' counts as absent, so it is not listed as a value.
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

/** The type that the whole value should have; null when something else is wrong. */
const expectedKind = (issue: Issue): string | null =>
  issue.code === 'invalid_type' && issue.path.length === 0 ? kindOf(issue.expected) : null;

/** The issues of each alternative; '' counts as absent, so an alternative for it is left out. */
const alternatives = ({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[][] =>
  errors.filter(
    ([issue]) => issue?.code !== 'invalid_value' || issue.values.some((value) => value !== ''),
  );

/**
 * The issues of the only alternative whose type the value has, if there is just one; a custom message takes precedence.
 */
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

/** Maximum number of issues reported: more are not useful, and the list could be longer than the value. */
const MAX_NAMED = 20;

/** The value of the field of an issue; undefined where there is none. */
function valueAt(value: unknown, { path }: Issue): unknown {
  let inside = value;
  for (const key of path) {
    if (typeof inside !== 'object' || inside === null) return null;
    inside = Reflect.get(inside, key);
  }
  return inside;
}

/** The broken rule of an issue. @param value in which the issue was found; `root` is its name. */
function ruleOf(issue: Issue, root: string, value: unknown): [rule: string, details: string[]] {
  if (issue.path.length === 0) return brokenRule(issue);
  const found = valueAt(value, issue);
  if (found === undefined && issue.code !== 'custom') return ['REQUIRED', []];
  // Queries have no lists: the field was repeated.
  return root === 'query' && Array.isArray(found)
    ? ['VALID_PROPERTIES', ['given once']]
    : brokenRule(issue);
}

/**
 * @param root name of the value as a whole, such as `body`.
 * @param value the refused value, to distinguish an absent field from one of a wrong type.
 */
export function fieldErrors(issues: readonly Issue[], root: string, value?: unknown): FieldErrors {
  const fields: FieldErrors = {};
  const faults = issues.flatMap((one) => [...innermost(one)]);
  for (const issue of faults.slice(0, MAX_NAMED)) {
    const field = issue.path.length === 0 ? root : issue.path.map(String).join('.');
    const found = ruleOf(issue, root, value);
    const [rule] = found;
    // A number beyond the safe integers also breaks their limit, which is reported first.
    const isLimit = rule === 'MAXIMUM' || rule === 'MINIMUM';
    const others = (fields[field] ?? []).filter(([earlier]) => !isLimit || earlier !== rule);
    fields[field] = [...others, found];
  }
  return fields;
}
