// SPDX-License-Identifier: Apache-2.0
/** Matcher for an error response. */
import { expect } from 'vitest';

/** Matches a refusal in any area's format: separate tests check that each area uses its own. */
export const refusal = (status: number, code: string) => ({
  status,
  body: expect.toBeOneOf([
    expect.objectContaining({ code }),
    expect.objectContaining({ Code: code }),
  ]) as unknown,
});
