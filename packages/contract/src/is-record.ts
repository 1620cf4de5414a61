// SPDX-License-Identifier: Apache-2.0

/** Whether a value is an object but not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
