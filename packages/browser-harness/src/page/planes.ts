// SPDX-License-Identifier: Apache-2.0
/** Pictures as three planes, and their conversions for a camera file. */

/** I420: one luma byte per pixel, one byte of each chroma per 2 x 2 pixels. Rows without gaps. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Y, then U, then V. */
  readonly data: Uint8Array;
}

export type Rotation = 0 | 90 | 180 | 270;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const half = (size: number): number => Math.ceil(size / 2);

export function emptyPicture(width: number, height: number): Picture {
  return { width, height, data: new Uint8Array(width * height + 2 * half(width) * half(height)) };
}

function planesOf({ width, height, data }: Picture): [Plane, Plane, Plane] {
  const [luma, chroma] = [width * height, half(width) * half(height)];
  const chromaAt = (start: number): Plane => ({
    width: half(width),
    height: half(height),
    data: data.subarray(start, start + chroma),
  });
  const y = { width, height, data: data.subarray(0, luma) };
  return [y, chromaAt(luma), chromaAt(luma + chroma)];
}

/** Applies the same operation to all three planes of a picture, into a picture of another size. */
function mapPlanes(
  from: Picture,
  width: number,
  height: number,
  map: (from: Plane, to: Plane) => void,
): Picture {
  const to = emptyPicture(width, height);
  const targets = planesOf(to);
  planesOf(from).forEach((plane, at) => {
    const target = targets[at];
    if (target) map(plane, target);
  });
  return to;
}

/** For each position of the shorter axis, the positions of the longer one that it covers and the weight of each. */
function coverage(from: number, to: number): { start: number; weights: Float32Array }[] {
  const step = from / to;
  return Array.from({ length: to }, (_, place) => {
    const [low, high] = [place * step, (place + 1) * step];
    const start = Math.floor(low);
    const end = Math.min(from, Math.ceil(high - 1e-9));
    const weights = Float32Array.from(
      { length: end - start },
      (_value, at) => (Math.min(high, start + at + 1) - Math.max(low, start + at)) / step,
    );
    return { start, weights };
  });
}

function scalePlane(from: Plane, to: Plane): void {
  const columns = coverage(from.width, to.width);
  const rows = coverage(from.height, to.height);
  const narrow = new Float32Array(to.width * from.height);
  for (let row = 0; row < from.height; row += 1) {
    for (let column = 0; column < to.width; column += 1) {
      const cover = columns[column];
      if (!cover) continue;
      const { start, weights } = cover;
      const at = row * from.width + start;
      let sum = 0;
      for (let place = 0; place < weights.length; place += 1) {
        sum += (from.data[at + place] ?? 0) * (weights[place] ?? 0);
      }
      narrow[row * to.width + column] = sum;
    }
  }
  const sums = new Float32Array(to.width);
  rows.forEach(({ start, weights }, row) => {
    sums.fill(0);
    weights.forEach((weight, place) => {
      const at = (start + place) * to.width;
      for (let column = 0; column < to.width; column += 1) {
        sums[column] = (sums[column] ?? 0) + weight * (narrow[at + column] ?? 0);
      }
    });
    for (let column = 0; column < to.width; column += 1) {
      to.data[row * to.width + column] = Math.round(sums[column] ?? 0);
    }
  });
}

/** Mean over the area that each new pixel covers: preserves the mean colour of every region, which is measured. */
export function scaled(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  return mapPlanes(picture, width, height, scalePlane);
}

/** @param rotation clockwise, degrees. */
export function rotated(picture: Picture, rotation: Rotation): Picture {
  if (rotation === 0) return picture;
  const turned = rotation !== 180;
  const width = turned ? picture.height : picture.width;
  const height = turned ? picture.width : picture.height;
  return mapPlanes(picture, width, height, (from, to) => {
    for (let row = 0, at = 0; row < to.height; row += 1) {
      for (let column = 0; column < to.width; column += 1, at += 1) {
        const [x, y] = sourceOf(rotation, column, row, from);
        to.data[at] = from.data[y * from.width + x] ?? 0;
      }
    }
  });
}

function sourceOf(
  rotation: 90 | 180 | 270,
  column: number,
  row: number,
  from: Plane,
): [number, number] {
  if (rotation === 90) return [row, from.height - 1 - column];
  if (rotation === 270) return [from.width - 1 - row, column];
  return [from.width - 1 - column, from.height - 1 - row];
}

/** Converts full-range levels (0..255) to the limited range of a webcam (16..235, chroma 16..240); in place. */
export function limitRange(picture: Picture): Picture {
  const [luma, ...chroma] = planesOf(picture);
  const { data } = luma;
  for (let at = 0; at < data.length; at += 1) {
    data[at] = Math.round(16 + ((data[at] ?? 0) * 219) / 255);
  }
  for (const plane of chroma) {
    for (let at = 0; at < plane.data.length; at += 1) {
      plane.data[at] = Math.round(128 + (((plane.data[at] ?? 0) - 128) * 224) / 255);
    }
  }
  return picture;
}

/** NV12 (chroma bytes alternating) to I420. */
export function fromNv12(data: Uint8Array, width: number, height: number): Picture {
  const picture = emptyPicture(width, height);
  const [y, u, v] = planesOf(picture);
  y.data.set(data.subarray(0, y.data.length));
  for (let at = 0, from = y.data.length; at < u.data.length; at += 1, from += 2) {
    u.data[at] = data[from] ?? 0;
    v.data[at] = data[from + 1] ?? 0;
  }
  return picture;
}

/** RGBA to I420 by ITU-R BT.601, limited range. */
export function fromRgba(data: Uint8Array, width: number, height: number): Picture {
  const picture = emptyPicture(width, height);
  const [y, u, v] = planesOf(picture);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      const [red, green, blue] = [data[4 * at] ?? 0, data[4 * at + 1] ?? 0, data[4 * at + 2] ?? 0];
      y.data[at] = Math.round(16 + 0.256788 * red + 0.504129 * green + 0.097906 * blue);
      if (row % 2 === 0 && column % 2 === 0) {
        const chroma = (row / 2) * u.width + column / 2;
        u.data[chroma] = Math.round(128 - 0.148223 * red - 0.290993 * green + 0.439216 * blue);
        v.data[chroma] = Math.round(128 + 0.439216 * red - 0.367788 * green - 0.071427 * blue);
      }
    }
  }
  return picture;
}
