// SPDX-License-Identifier: Apache-2.0
/** The header of YUV4MPEG2 files (y4m), as described by mjpegtools. Only 8-bit 4:2:0 is supported. */
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';

export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

export interface Y4mHeader {
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
}

/** Longer than any header in use; a file without a line end within it is not y4m. */
export const Y4M_HEADER_LIMIT = 1024;
export const Y4M_MAGIC = 'YUV4MPEG2';
export const Y4M_FRAME = 'FRAME\n';

export const framesPerSecond = ({ numerator, denominator }: FrameRate): number =>
  numerator / denominator;

/** Bytes of one I420 picture. */
export const i420Bytes = (width: number, height: number): number =>
  width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);

export function y4mHeader({ width, height, rate }: Y4mHeader): string {
  const { numerator, denominator } = rate;
  return `${Y4M_MAGIC} W${String(width)} H${String(height)} F${String(numerator)}:${String(denominator)} Ip A1:1 C420jpeg\n`;
}

/**
 * Parses the first line of a file.
 * @returns the header and the offset of the first frame, or why the file is unusable.
 */
export function parseY4mHeader(start: Uint8Array): Outcome<{ header: Y4mHeader; bytes: number }> {
  const end = start.subarray(0, Y4M_HEADER_LIMIT).indexOf(10);
  const line = String.fromCharCode(...start.subarray(0, Math.max(0, end)));
  const [magic, ...fields] = line.split(' ');
  if (magic !== Y4M_MAGIC) return refused('This is not a y4m file.');
  const field = (letter: string): string =>
    fields.find((text) => text.startsWith(letter))?.slice(1) ?? '';
  const [width, height] = [Number(field('W')), Number(field('H'))];
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 2 || height < 2) {
    return refused('The y4m header has no picture size.');
  }
  const [numerator, denominator] = field('F').split(':').map(Number);
  if (!numerator || !denominator || !(numerator / denominator <= 1000)) {
    return refused('The y4m header has no frame rate.');
  }
  const colour = field('C');
  if (colour !== '' && !/^420(jpeg|mpeg2|paldv)?$/.test(colour)) {
    return refused(`The y4m file holds ${colour}; only 8-bit 4:2:0 can be read.`);
  }
  return accepted({ header: { width, height, rate: { numerator, denominator } }, bytes: end + 1 });
}
