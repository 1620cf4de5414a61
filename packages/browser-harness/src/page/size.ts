// SPDX-License-Identifier: Apache-2.0
/**
 * The size of a picture in the camera file: neither side above the limit, same aspect ratio, both sides even. Pictures
 * are never enlarged.
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
