// SPDX-License-Identifier: Apache-2.0
/** A measurement sends at most one message a second; after a reconnect, eight of two minutes each may resend all. */
const PER_SECOND = 20;
const BURST = 1024;

/** Allows a burst of messages and a steady rate after it. */
export function createMessageRate(now: () => number = () => performance.now()): () => boolean {
  let credit = BURST;
  let since = now();
  return () => {
    const time = now();
    credit = Math.min(BURST, credit + ((time - since) / 1000) * PER_SECOND);
    since = time;
    if (credit < 1) return false;
    credit -= 1;
    return true;
  };
}
