// SPDX-License-Identifier: Apache-2.0
/** Inputs are bytes; texts are their Latin-1 or UTF-8 form. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
export const latinOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
export const jsonBytes = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value));

/** The parsed JSON of a text, or undefined when it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
