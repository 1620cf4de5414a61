// SPDX-License-Identifier: Apache-2.0
import type { CallbackError } from '@perfuse/contract/failures/callback-errors';
import { toBase64 } from '../analysis/base64.ts';

/** Outcome sent to a results callback address (specification, section 4). */
export type CallbackOutcome =
  | {
      /** One of the callback codes, or the server's error at launch. */
      readonly error: CallbackError | (string & {});
      /** Details of the measurement error, or a profile's errors by field. Unencrypted: only an error has them. */
      readonly details?: object;
    }
  /** base64url of the results' JSON, or a compact JWE of it. */
  | { readonly results: string }
  /** The id that the results API returned. */
  | { readonly dataId: string };

const WEB = ['http:', 'https:'];
const asBase64 = (value: object): string =>
  toBase64(new TextEncoder().encode(JSON.stringify(value)));

/** Existing parameters of these names would be taken for ours. */
const OURS = ['error', 'results', 'dataId', 'details', 'sessionId'];
const isOurs = (parameter: string): boolean => {
  // After an ampersand, because a question mark in front would be dropped.
  const query = new URLSearchParams(`&${parameter}`);
  return OURS.some((name) => query.has(name));
};

/**
 * The address to send the browser to. Its existing parameters stay as they are written, which a receiver may have
 * signed, except those of the same name.
 * @param address absolute; whether it is allowed is decided at launch.
 * @throws RangeError for an address that is not http or https: another scheme could run a script.
 */
export function callbackAddress(
  address: string,
  outcome: CallbackOutcome,
  sessionId: string,
): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !WEB.includes(url.protocol)) {
    throw new RangeError('A results callback address must be an http or https address.');
  }
  const ours = new URLSearchParams();
  if ('results' in outcome) ours.set('results', outcome.results);
  else if ('dataId' in outcome) ours.set('dataId', outcome.dataId);
  else ours.set('error', outcome.error);
  ours.set('sessionId', sessionId);
  if ('error' in outcome && outcome.details !== undefined) {
    ours.set('details', asBase64(outcome.details));
  }
  const theirs = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => !isOurs(parameter))
    .join('&');
  url.search = theirs === '' ? ours.toString() : `${theirs}&${ours.toString()}`;
  return url.href;
}
