// SPDX-License-Identifier: Apache-2.0
import type { CallbackError } from '@perfuse/contract/failures/callback-errors';
import { toBase64 } from '../analysis/base64.ts';

/** What a results callback address gets (specification, section 4). */
export type CallbackOutcome =
  /** One of the callback codes, or what the server answered at launch. */
  | { readonly error: CallbackError | (string & {}) }
  /** base64url of the results' JSON, or a compact JWE of it. */
  | { readonly results: string }
  /** What the results API answered. */
  | { readonly dataId: string };

export interface CallbackMatter {
  readonly sessionId: string | null;
  /** Of the measurement, or the errors of a profile by field. */
  readonly details?: object;
}

const WEB = ['http:', 'https:'];
const asBase64 = (value: object): string =>
  toBase64(new TextEncoder().encode(JSON.stringify(value)));

/**
 * The address to send the browser to. Parameters that it already has stay, except those of the same name.
 * @param address absolute; whether it may be gone to at all is decided at launch.
 * @throws RangeError for an address that is not one of the web: another scheme could run a script.
 */
export function callbackAddress(
  address: string,
  outcome: CallbackOutcome,
  { sessionId, details }: CallbackMatter,
): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !WEB.includes(url.protocol)) {
    throw new RangeError('A results callback address must be an http or https address.');
  }
  // Whatever the address had of these names would be taken for ours.
  for (const name of ['error', 'results', 'dataId', 'details']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  if (sessionId !== null) url.searchParams.set('sessionId', sessionId);
  if (details !== undefined) url.searchParams.set('details', asBase64(details));
  return url.href;
}
