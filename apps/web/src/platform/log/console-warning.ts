// SPDX-License-Identifier: Apache-2.0
/** Reports a non-fatal failure in the console, by its code and message. No data. */
export function warnInConsole(code: string, message: string): void {
  // The one place that writes to the console: the specification, section 8, asks for it at start-up.
  // oxlint-disable-next-line no-console
  console.warn(`${code}: ${message}`);
}
