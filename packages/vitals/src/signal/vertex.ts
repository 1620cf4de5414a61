// SPDX-License-Identifier: Apache-2.0
/**
 * Position of the vertex of the parabola through a value and its neighbours, at most half a step from the value.
 * @param place position of the value.
 */
export function vertexAt(place: number, before: number, here: number, after: number): number {
  const bend = before - 2 * here + after;
  const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
  return place + Math.max(-0.5, Math.min(0.5, shift));
}
