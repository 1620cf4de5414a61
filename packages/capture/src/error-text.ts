// SPDX-License-Identifier: Apache-2.0

export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
