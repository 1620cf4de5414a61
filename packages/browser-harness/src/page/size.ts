// SPDX-License-Identifier: Apache-2.0
/**
 * The size a picture gets in the camera file: neither side longer than the limit, the shape kept, both sides even.
 * A picture is never made larger.
 */
export function fittedSize(
  width: number,
  height: number,
  longest: number,
): { width: number; height: number } {
  const share = Math.min(1, longest / width, longest / height);
  const even = (size: number): number => Math.max(2, 2 * Math.round((size * share) / 2));
  return { width: even(width), height: even(height) };
}
