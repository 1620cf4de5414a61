// SPDX-License-Identifier: Apache-2.0
/** Reports a failure that stops nothing, by its code and message, in the console. No data. */
export function warnInConsole(code: string, message: string): void {
  // The one place that writes to the console: the specification, section 8, asks for it at start-up.
  // oxlint-disable-next-line no-console
  console.warn(`${code}: ${message}`);
}
