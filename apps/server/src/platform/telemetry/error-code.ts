// SPDX-License-Identifier: Apache-2.0

/** The code of an error where it has one, else its class; never its message, which can hold an address. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : error.name;
}
