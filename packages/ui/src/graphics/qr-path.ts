// SPDX-License-Identifier: Apache-2.0
import { encode } from 'uqr';

/** A QR code as one path of unit squares, with its width in squares. */
export interface QrPath {
  readonly path: string;
  readonly size: number;
}

/** Width of the light border that scanners need around a code, squares. */
const QUIET = 4;

/** @param text an address; a longer one needs more squares. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
    )
    .join('');
  return { path, size };
}
