// SPDX-License-Identifier: Apache-2.0
/** Matcher for an error response. */
import { expect } from 'vitest';

/** Of any area: that each refuses in its own shape is a test of its own. */
export const refusal = (status: number, code: string) => ({
  status,
  body: expect.toBeOneOf([
    expect.objectContaining({ code }),
    expect.objectContaining({ Code: code }),
  ]) as unknown,
});
