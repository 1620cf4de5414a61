// SPDX-License-Identifier: Apache-2.0
/** Faults of a person in front of the camera, as changes of its frames. */
import { VIDEO_SIZE } from '@perfuse/phantom';
import type { FrameChange } from '../camera-videos.ts';

const { width, height } = VIDEO_SIZE;
const BLACK = 16;

/** Less light: every colour keeps its hue. @param share of the light that is left, 0..1. */
export const dimmed =
  (share: number): FrameChange =>
  (frame) => {
    const luma = width * height;
    for (let at = 0; at < frame.length; at += 1) {
      const zero = at < luma ? BLACK : 128;
      frame[at] = zero + share * ((frame[at] ?? 0) - zero);
    }
  };

/** Light from the side: the other half of the picture has less. @param share of the light that is left there, 0..1. */
export const shaded =
  (share: number): FrameChange =>
  (frame) => {
    for (let at = 0; at < width * height; at += 1) {
      if (at % width > width / 2) frame[at] = BLACK + share * ((frame[at] ?? BLACK) - BLACK);
    }
  };

/** Each pixel of a line becomes the mean of those up to `reach` away. */
function smoothLine(
  levels: Uint8Array,
  start: number,
  length: number,
  step: number,
  reach: number,
) {
  const before = Array.from({ length }, (_, place) => levels[start + place * step] ?? 0);
  const at = (place: number): number => before[Math.min(length - 1, Math.max(0, place))] ?? 0;
  let sum = 0;
  for (let place = -reach; place <= reach; place += 1) sum += at(place);
  for (let place = 0; place < length; place += 1) {
    levels[start + place * step] = Math.round(sum / (2 * reach + 1));
    sum += at(place + reach + 1) - at(place - reach);
  }
}

/** Out of focus. @param reach px that a point is spread over, either way. */
export const blurred =
  (reach: number): FrameChange =>
  (frame) => {
    for (let row = 0; row < height; row += 1) smoothLine(frame, row * width, width, 1, reach);
    for (let column = 0; column < width; column += 1) {
      smoothLine(frame, column, height, width, reach);
    }
  };

/** A grey object in front of the face, such as a hand or a sheet of paper. */
export const covered: FrameChange = (frame) => {
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const hides = Math.abs(column - width / 2) < 130 && Math.abs(row - height * 0.48) < 170;
      if (hides) frame[row * width + column] = 120 + ((row * 7 + column * 13) % 5);
    }
  }
  // Chroma: both planes are half as wide and half as high.
  const half = width / 2;
  for (let at = width * height; at < frame.length; at += 1) {
    const place = (at - width * height) % ((width * height) / 4);
    const [row, column] = [Math.floor(place / half), place % half];
    if (Math.abs(column - half / 2) < 65 && Math.abs(row - height * 0.24) < 85) frame[at] = 128;
  }
};

/** The whole picture sways. @param reach px to either side. @param perS times a second. */
export const swaying =
  (reach: number, perS: number): FrameChange =>
  (frame, at) => {
    // Even, so that the half-wide planes move by whole columns too.
    const by = 2 * Math.round((reach / 2) * Math.sin(2 * Math.PI * perS * at));
    const planes = [
      { start: 0, columns: width, rows: height, shift: by },
      { start: width * height, columns: width / 2, rows: height, shift: by / 2 },
    ];
    for (const { start, columns, rows, shift } of planes) {
      for (let row = 0; row < rows; row += 1) {
        const line = frame.subarray(start + row * columns, start + (row + 1) * columns);
        const before = line.slice();
        for (let column = 0; column < columns; column += 1) {
          line[column] = before[Math.min(columns - 1, Math.max(0, column - shift))] ?? 0;
        }
      }
    }
  };

/** A window behind the person: the face darker than usual, everything around it nearly white. */
export const backlit: FrameChange = (frame) => {
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const aside = (column - width / 2) / 115;
      const above = (row - height * 0.5) / 170;
      const isFace = aside * aside + above * above < 1;
      frame[at] = isFace ? BLACK + 0.75 * ((frame[at] ?? BLACK) - BLACK) : 225;
    }
  }
};
