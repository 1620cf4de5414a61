// SPDX-License-Identifier: Apache-2.0
/** Labels of rear cameras as Android and iOS write them, for browsers that do not report the facing mode. */
const REAR = /\b(?:back|rear|environment)\b/i;

/** Whether a camera faces away from the person, so that its picture is not mirrored. */
export function isRearFacing(facingMode: string | undefined, label: string): boolean {
  return facingMode === undefined || facingMode === ''
    ? REAR.test(label)
    : facingMode === 'environment';
}
