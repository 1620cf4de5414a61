// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const refusal = z.union([z.object({ Code: z.string() }), z.object({ code: z.string() })]);

export const isRefusal = (status: number): boolean => status >= 400;

/** The code of a refusal, in either of its shapes; '' when the body is not a refusal. */
export function errorCodeOf(body: unknown): string {
  const parsed = refusal.safeParse(body);
  if (!parsed.success) return '';
  return 'Code' in parsed.data ? parsed.data.Code : parsed.data.code;
}
