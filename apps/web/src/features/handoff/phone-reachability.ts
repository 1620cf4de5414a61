// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a phone can use an address: `local` leads to whichever machine opens it; `insecure` gets no camera there,
 * because browsers give it only to https pages.
 */
export type PhoneReachability = 'open' | 'local' | 'insecure';

const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;

export function phoneReachability(origin: string): PhoneReachability {
  const { hostname, protocol } = new URL(origin);
  if (LOCAL.test(hostname)) return 'local';
  return protocol === 'https:' ? 'open' : 'insecure';
}
