// SPDX-License-Identifier: Apache-2.0
/** What an answer looks like that refuses. */
import { expect } from 'vitest';

export const refusal = (status: number, Code: string) => ({
  status,
  body: expect.objectContaining({ Code }) as unknown,
});
