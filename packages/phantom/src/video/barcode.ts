// SPDX-License-Identifier: Apache-2.0
/**
 * The frame's number, drawn as black and white cells in the lower left corner of the luma plane, beside the person, so
 * that a test can check which frames arrived and in which order. Cells from the left: white, black, 16 bits (highest
 * first), even parity, its complement.
 */
const BARCODE = { rows: 8, cells: 20, bits: 16 } as const;
/** Share of the picture's width. */
const SHARE = 1 / 8;
const BLACK = 40;
const WHITE = 210;
const THRESHOLD = (BLACK + WHITE) / 2;

const parityOf = (cells: readonly number[]): number => cells.reduce((sum, cell) => sum ^ cell, 0);

function cellsOf(frame: number): number[] {
  const bits = Array.from(
    { length: BARCODE.bits },
    (_, at) => (frame >> (BARCODE.bits - 1 - at)) & 1,
  );
  const parity = parityOf(bits);
  return [1, 0, ...bits, parity, 1 - parity];
}

const cellWidth = (width: number): number => (SHARE * width) / BARCODE.cells;

/** @param frame 0..65535. */
export function drawBarcode(
  luma: Uint8ClampedArray,
  width: number,
  height: number,
  frame: number,
): void {
  const cells = cellsOf(frame);
  for (let row = height - BARCODE.rows; row < height; row += 1) {
    for (let column = 0; column < SHARE * width; column += 1) {
      const cell = cells[Math.floor(column / cellWidth(width))];
      luma[row * width + column] = cell === 1 ? WHITE : BLACK;
    }
  }
}

/**
 * Reads the frame number.
 * @param luma luma plane, one byte per pixel.
 * @returns the frame's number, or null when there is no barcode.
 */
export function readBarcode(
  luma: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
): number | null {
  const row = height - BARCODE.rows / 2;
  const cells = Array.from({ length: BARCODE.cells }, (_, cell) => {
    const column = Math.floor((cell + 0.5) * cellWidth(width));
    return (luma[row * width + column] ?? 0) > THRESHOLD ? 1 : 0;
  });
  const bits = cells.slice(2, 2 + BARCODE.bits);
  const frame = bits.reduce<number>((number, bit) => number * 2 + bit, 0);
  return cells.join() === cellsOf(frame).join() ? frame : null;
}
