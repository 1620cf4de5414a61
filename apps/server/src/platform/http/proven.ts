// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../errors/service-error.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Runs what a signature, a key or a refresh token in the request allows. Many people behind one address may come with good
 * ones; only what is refused counts against the address.
 * @throws ServiceError RATE_LIMIT in place of the refusal where there were too many.
 */
export async function proven<T>(
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
