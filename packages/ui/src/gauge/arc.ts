// SPDX-License-Identifier: Apache-2.0
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const rounded = (amount: number): string => String(Math.round(amount * 1000) / 1000);

/** A point of a circle. @param degrees clockwise from the left: 0 left, 90 top, 180 right, 270 bottom. */
export function pointOn({ x, y, radius }: Circle, degrees: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [x - radius * Math.cos(angle), y - radius * Math.sin(angle)];
}

/** SVG path of an arc, clockwise; both ends in degrees as in `pointOn`, less than a full turn apart. */
export function arcPath(circle: Circle, from: number, to: number): string {
  const [x1, y1] = pointOn(circle, from);
  const [x2, y2] = pointOn(circle, to);
  const radius = rounded(circle.radius);
  const isLarge = to - from > 180 ? '1' : '0';
  return `M${rounded(x1)} ${rounded(y1)}A${radius} ${radius} 0 ${isLarge} 1 ${rounded(x2)} ${rounded(y2)}`;
}
