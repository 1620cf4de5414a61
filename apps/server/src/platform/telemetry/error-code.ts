// SPDX-License-Identifier: Apache-2.0

/** The code of an error where it has one, else its class; never its message, which can hold an address. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : error.name;
}

/** The code and message of a failure, for the operator who asked. Messages of drivers hold no password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // If several addresses were tried, the first error is enough.
  const tried: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const [first] = tried;
  const code = codeOf(error);
  const message = first instanceof Error ? first.message : error.message;
  return message.includes(code) || code === error.name ? message : `${code}: ${message}`;
}
