// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../errors/service-error.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Runs work that a signature, a key or a refresh token in the request authorises. Many people may share an address, so
 * only refused requests count against it.
 * @throws ServiceError RATE_LIMIT instead of the refusal if there were too many.
 */
export async function countRefusals<T>(
  { countStrict }: Pick<RequestContext, 'countStrict'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof ServiceError && error.status < 500 && error.status !== 429;
    if (isRefusal) await countStrict();
    throw error;
  }
}
