// SPDX-License-Identifier: Apache-2.0
import type { CallbackError } from '@perfuse/contract/failures/callback-errors';
import { toBase64 } from '../analysis/base64.ts';

/** What a results callback address is told of an error (specification, section 7). */
export interface ErrorQuery {
  /** One of the callback codes, or what the server answered at launch. */
  readonly error: CallbackError | (string & {});
  readonly sessionId: string | null;
  /** Of the measurement, or the errors of a profile by field. */
  readonly details?: object;
}

const WEB = ['http:', 'https:'];

/**
 * The address to send the browser to. Parameters that it already has stay, except those of the same name.
 * @param address absolute; whether it may be gone to at all is decided at launch.
 * @throws RangeError for an address that is not one of the web: another scheme could run a script.
 */
export function callbackAddress(
  address: string,
  { error, sessionId, details }: ErrorQuery,
): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !WEB.includes(url.protocol)) {
    throw new RangeError('A results callback address must be an http or https address.');
  }
  url.searchParams.set('error', error);
  if (sessionId !== null) url.searchParams.set('sessionId', sessionId);
  if (details !== undefined) {
    url.searchParams.set('details', toBase64(new TextEncoder().encode(JSON.stringify(details))));
  }
  return url.href;
}
