// SPDX-License-Identifier: Apache-2.0
/** A face whose skin carries a known pulse, frame by frame, as a camera would deliver it. */
import { BLOOD_COLOUR, polaritySign } from '../appearance.ts';
import { seededRandom } from '../random.ts';
import { createSubject, type Subject, type Truth } from '../subject.ts';
import { drawBarcode } from './barcode.ts';
import { drawFrame, type Moment } from './drawing.ts';
import { loopFor } from './loop.ts';
import { paintPicture } from './picture.ts';
import { figurePlanes } from './planes.ts';
import { shirtPlanes } from './shirt.ts';
import { settingsOf, type FaceVideoOptions, type Settings } from './settings.ts';

const TURN = 2 * Math.PI;
const NOISE_LENGTH = 1 << 20;

export const VIDEO_SIZE = { width: 640, height: 480 } as const;

export interface FaceVideo {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly frameCount: number;
  /** Truth over the whole loop, with the rates adjusted to fit it. */
  readonly truth: Truth;
  /**
   * Draws one frame, 0-based: planes Y, U, V of I420 one after the other, the number as a barcode in the bottom rows
   * unless the options disable it. The caller owns the array.
   */
  readonly frame: (number: number) => Uint8Array<ArrayBuffer>;
}

/** Position of the person, light and blood at a time of the loop; periodic with the loop. */
function momentAt(settings: Settings, subject: Subject, seconds: number, timeS: number): Moment {
  const swing = (nearHz: number): number => {
    const cycles = Math.max(1, Math.round(nearHz * seconds));
    return Math.sin((TURN * cycles * timeS) / seconds);
  };
  const { amplitude, polarity } = settings;
  return {
    blood: amplitude === 0 ? 0 : polaritySign(polarity) * amplitude * subject.bloodVolume(timeS),
    bloodColour: settings.complexion?.blood ?? BLOOD_COLOUR,
    light: 1 + settings.lightDrift * swing(0.07),
    dx: settings.sway * swing(0.2),
    dy: -settings.lift * subject.chest(timeS),
    chestDy: -settings.lift * settings.shoulders * subject.chest(timeS),
  };
}

/** @throws RangeError when an option is outside its range. */
export function createFaceVideo(options: FaceVideoOptions = {}): FaceVideo {
  const settings = settingsOf(options);
  const { frameRate, seed } = settings;
  const { width, height } = VIDEO_SIZE;
  const loop = loopFor(settings.seconds, frameRate, settings.bpm, settings.breaths);
  const { bpm, breaths, seconds } = loop;
  const subject = createSubject({ bpm, breaths, sdnn: settings.sdnn, seed, periodS: seconds });
  const picture = { ...settings, width, height };
  const figure = figurePlanes(paintPicture(picture, 'person'));
  const reach = Math.ceil(settings.lift * settings.shoulders);
  const shirt = shirtPlanes(paintPicture(picture, 'shirt'), reach);
  const random = seededRandom(seed ^ 0x6a41);
  const table = Float32Array.from({ length: NOISE_LENGTH }, random.normal);
  const place = (): number => Math.floor(random.uniform() * NOISE_LENGTH);
  const places = Array.from(
    { length: loop.frameCount },
    () => [place(), place(), place()] as const,
  );
  return {
    width,
    height,
    frameRate,
    frameCount: loop.frameCount,
    truth: subject.truth(0, seconds),
    frame: (number) => {
      const from = places[number];
      if (!from) throw new RangeError(`There is no frame ${String(number)} in the loop.`);
      const moment = momentAt(settings, subject, seconds, number / frameRate);
      const planes = drawFrame(figure, shirt, moment, { table, level: settings.grain, from });
      if (settings.barcode) drawBarcode(planes, width, height, number);
      return new Uint8Array(planes.buffer);
    },
  };
}
