// SPDX-License-Identifier: Apache-2.0
/**
 * Calls as written in an input: HTTP syntax, with a separator line between calls. `@NAME@` stands for an object of this
 * run, `@$field@` for the value of that field in an earlier answer of the same input.
 */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];
const isMethod = (text: string): text is Method => METHODS.some((method) => method === text);

export interface Call {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const BETWEEN = '\n====\n';
const MAX_CALLS = 12;
/** Headers that Node's parser handles itself. */
const NOT_OURS = /^(?:content-length|transfer-encoding|upgrade|connection|expect)$/i;

export const isAddress = (url: string): boolean =>
  /^\/[\x21-\x7e]*$/.test(url) && URL.canParse(url, 'http://localhost');

/** A call that Node's parser would pass to the server; null otherwise. */
export function callOf(text: string): Call | null {
  const [head = '', ...rest] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', url = ''] = first.split(' ');
  if (!isMethod(method) || !isAddress(url)) return null;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): ?([\t\x20-\x7e]*)$/.exec(line) ?? [];
    if (name !== '' && !NOT_OURS.test(name)) headers[name.toLowerCase()] = value;
  }
  return { method, url, headers, body: rest.join('\n\n') };
}

export const callsOf = (text: string): readonly Call[] =>
  text
    .split(BETWEEN)
    .slice(0, MAX_CALLS)
    .map(callOf)
    .filter((call) => call !== null);

export function textOfCall({ method, url, headers, body }: Call): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  return `${method} ${url}\n${lines.join('')}\n${body}`;
}

export const textOfCalls = (calls: readonly Call[]): string =>
  calls.slice(0, MAX_CALLS).map(textOfCall).join(BETWEEN);
