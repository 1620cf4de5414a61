// SPDX-License-Identifier: Apache-2.0
/** Names of rear cameras where the browser does not say which side a camera is on; as Android and iOS write them. */
const REAR = /\b(?:back|rear|environment)\b/i;

/** Whether a camera looks away from the person, so that its picture is no mirror. */
export function looksAway(facingMode: string | undefined, label: string): boolean {
  return facingMode === undefined || facingMode === ''
    ? REAR.test(label)
    : facingMode === 'environment';
}
