// SPDX-License-Identifier: Apache-2.0
/** Matcher for an error response. */
import { expect } from 'vitest';

export const refusal = (status: number, Code: string) => ({
  status,
  body: expect.objectContaining({ Code }) as unknown,
});
