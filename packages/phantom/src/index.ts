// SPDX-License-Identifier: Apache-2.0
/** Synthetic subjects with known vital signs, without Node and without a DOM. Files: `@perfuse/phantom/node`. */
export {
  BLOOD_COLOUR,
  isSkinTone,
  POLARITIES,
  SKIN_TONE_NAMES,
  SKIN_TONES,
  type Polarity,
  type SkinTone,
} from './appearance.ts';
export { render, type Rendering, type Scene } from './camera/exposure.ts';
export { chunksOf, cutFrames, phantomChunks, type ChunkOptions } from './chunks.ts';
export { createSubject, type Subject, type SubjectOptions, type Truth } from './subject.ts';
export { skinReflectance, type SkinContent } from './skin/reflectance.ts';
export { phantomTraces, type PhantomTraces, type TraceOptions } from './traces.ts';
export { readBarcode } from './video/barcode.ts';
export { createFaceVideo, VIDEO_SIZE, type FaceVideo } from './video/face-video.ts';
export { FACES, type Face } from './video/picture.ts';
export type { FaceVideoOptions } from './video/settings.ts';
