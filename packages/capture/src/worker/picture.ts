// SPDX-License-Identifier: Apache-2.0
/** Light and focus of the whole picture: about once a second, off the main thread. */
import type { PictureReading } from '@perfuse/contract/face-reading';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { isSubsampled, lumaScale, type FrameLayout } from '@perfuse/extractor';
import { faceBounds, personAreas, type Patch } from '../face/background.ts';
import type { FrameRow } from '../record/row.ts';
import type { FramePixels } from '../source/video-frame.ts';
import { edgeWidthOf, noiseOf, type GreyPicture } from './grey-picture.ts';

const EVERY_MS = 1000;
/** Levels from here on are clipped at the top of the camera's range. */
const OVEREXPOSED = 240;
/** Number of samples of the background along the longer side, and of the face along its width. */
const SAMPLES = { background: 64, face: 64 };
/** The largest part of the face that is analysed for focus and noise, px per side. */
const LARGEST_PART = 160;
/** Fractions of the face's bounds: inside the oval of the face, and from the brows to the mouth. */
const INNER = { left: 0.2, right: 0.8, top: 0.1, bottom: 0.9 };
const FEATURES = { left: 0.1, right: 0.9, top: 0.2, bottom: 0.85 };

/** Histogram of pixel levels. */
class Levels {
  readonly #counts = new Uint32Array(256);
  count = 0;

  add(level: number): void {
    const at = Math.min(255, Math.max(0, Math.round(level)));
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.count += 1;
  }

  /** The level that this fraction of the pixels does not exceed. */
  quantile(share: number): number {
    let seen = 0;
    return this.#counts.findIndex((count) => (seen += count) >= share * this.count);
  }

  shareFrom(level: number): number {
    let above = 0;
    for (const count of this.#counts.subarray(level)) above += count;
    return above / Math.max(1, this.count);
  }
}

/** @returns a function for the level of a pixel. Green replaces luma in a frame without a luma plane. */
function levelReader({ bytes, layout, space }: FramePixels): (x: number, y: number) => number {
  if (!isSubsampled(layout.format)) {
    return (x, y) => bytes[4 * (y * layout.width + x) + 1] ?? 0;
  }
  const { offset, gain } = lumaScale(space);
  return (x, y) => ((bytes[y * layout.width + x] ?? 0) - offset) * gain;
}

type Area = Readonly<Record<keyof Patch, number>>;

/** A part of the face's bounds in whole pixels, clipped to the picture. */
function pixelsOf(face: Patch, part: Area, { width, height }: FrameLayout): Area {
  const [w, h] = [face.right - face.left, face.bottom - face.top];
  const within = (share: number, size: number): number =>
    Math.round(Math.min(1, Math.max(0, share)) * size);
  return {
    left: within(face.left + part.left * w, width),
    right: within(face.left + part.right * w, width),
    top: within(face.top + part.top * h, height),
    bottom: within(face.top + part.bottom * h, height),
  };
}

/** The centre of an area, at full resolution: downscaling would hide blur. */
function cut(area: Area, level: (x: number, y: number) => number): GreyPicture {
  const width = Math.min(LARGEST_PART, area.right - area.left);
  const height = Math.min(LARGEST_PART, area.bottom - area.top);
  const left = (area.left + area.right - width) >> 1;
  const top = (area.top + area.bottom - height) >> 1;
  const levels = new Float32Array(Math.max(0, width * height));
  for (let at = 0; at < levels.length; at += 1) {
    levels[at] = level(left + (at % width), top + Math.floor(at / width));
  }
  return { levels, width, height };
}

function backgroundLevels(
  face: Patch,
  { width, height }: FrameLayout,
  level: (x: number, y: number) => number,
): Levels {
  const areas = personAreas(face);
  const isPerson = (x: number, y: number): boolean =>
    areas.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom);
  const step = Math.max(1, Math.floor(Math.max(width, height) / SAMPLES.background));
  const levels = new Levels();
  for (let y = step >> 1; y < height; y += step) {
    for (let x = step >> 1; x < width; x += step) {
      if (!isPerson(x / width, y / height)) levels.add(level(x, y));
    }
  }
  return levels;
}

function faceLevels(area: Area, level: (x: number, y: number) => number): Levels {
  const step = Math.max(1, Math.floor((area.right - area.left) / SAMPLES.face));
  const levels = new Levels();
  for (let y = area.top; y < area.bottom; y += step) {
    for (let x = area.left; x < area.right; x += step) levels.add(level(x, y));
  }
  return levels;
}

/** Minimum number of background samples for a meaningful result. */
const ENOUGH_BACKGROUND = 40;

function readPicture(
  frame: FramePixels,
  face: Patch,
  regions: NonNullable<FrameRow['regions']>,
): PictureReading | undefined {
  const level = levelReader(frame);
  const { layout } = frame;
  const inner = faceLevels(pixelsOf(face, INNER, layout), level);
  if (inner.count === 0) return undefined;
  const behind = backgroundLevels(face, layout, level);
  const features = cut(pixelsOf(face, FEATURES, layout), level);
  const noise = noiseOf(features);
  const parts = REGION_IDS.filter((id) => id !== 'skin').map((id) => regions[id]);
  const seen = parts.filter(({ pixels }) => pixels > 0);
  const cheek = (luma: number): number => (Number.isNaN(luma) ? inner.quantile(0.5) : luma);
  return {
    faceHighlights: inner.quantile(0.95),
    redPeak: Math.max(0, ...seen.map(({ red, texture }) => red + 2 * texture)),
    leftCheek: cheek(regions.leftCheek.luma),
    rightCheek: cheek(regions.rightCheek.luma),
    background: behind.count < ENOUGH_BACKGROUND ? null : behind.quantile(0.5),
    overexposed: behind.count < ENOUGH_BACKGROUND ? 0 : behind.shareFrom(OVEREXPOSED),
    edgeWidth: edgeWidthOf(features, noise),
    noise,
  };
}

type SeenRow = Pick<FrameRow, 'timeMs' | 'regions'>;

/** Holds the latest reading of a camera's picture. */
export class PictureWatch {
  #nextMs = -Infinity;
  #newest: PictureReading | undefined;

  get newest(): PictureReading | undefined {
    return this.#newest;
  }

  isDue(timeMs: number): boolean {
    return timeMs >= this.#nextMs;
  }

  /** @param points as in FaceLandmarks. @param row measurements of the same frame. */
  look(frame: FramePixels, points: Float32Array, { timeMs, regions }: SeenRow): void {
    this.#nextMs = timeMs + EVERY_MS;
    if (regions === undefined) return;
    this.#newest = readPicture(frame, faceBounds(points), regions) ?? this.#newest;
  }
}
