// SPDX-License-Identifier: Apache-2.0
/** Synthetic faces as camera files, removed at the end of the process; tests of a run share them (shared-videos.ts). */
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createFaceVideo, type FaceVideo, type FaceVideoOptions } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { SHARED_VIDEOS } from './shared-videos.ts';

/** Filming takes 30 s, and the face has to be found first: the video must not restart in between. */
const SECONDS = 40;
/** Longer than a face may be missing. */
const GONE_S = 8;
/** Distinct frames of a scene that is not measured: enough that its noise varies, few because drawing takes time. */
const SCENE_FRAMES = 12;

/** Drawing a video takes as long as filming it: a second request for the same face returns the same file. */
export async function cameraVideo(options: FaceVideoOptions): Promise<string> {
  const whole = { seconds: SECONDS, ...options };
  const folder = process.env[SHARED_VIDEOS];
  if (folder === undefined) return await written(createFaceVideo(whole));
  const name = createHash('sha256').update(JSON.stringify(whole)).digest('hex');
  const file = path.join(folder, `${name}.y4m`);
  if (existsSync(file)) return file;
  // Under another name until it is complete.
  const unfinished = path.join(folder, `${name}-${String(process.pid)}.y4m`);
  await writeFaceVideo(createFaceVideo(whole), unfinished);
  renameSync(unfinished, file);
  return file;
}

/** Changes a frame (I420 of the phantom's size) in place. @param at s since the scene began. */
export type FrameChange = (frame: Uint8Array, at: number) => void;

/** A scene in front of the camera. It cannot be measured, because its frames repeat. */
export interface Scene {
  readonly seconds: number;
  readonly face?: FaceVideoOptions;
  readonly change?: FrameChange;
}

/** One scene after the other, then again from the first. */
export async function sceneVideo(scenes: readonly Scene[]): Promise<string> {
  const drawn = scenes.map(({ seconds, face, change }) => {
    const video = createFaceVideo({ seconds: 1, ...face });
    const stills = Array.from({ length: SCENE_FRAMES }, (_, at) => video.frame(at));
    const frame = (at: number): Uint8Array<ArrayBuffer> => {
      const still = Uint8Array.from(stills[at % SCENE_FRAMES] ?? []);
      change?.(still, at / video.frameRate);
      return still;
    };
    return { video, frames: seconds * video.frameRate, frame };
  });
  const [first] = drawn;
  if (first === undefined) throw new RangeError('There is no scene.');
  return await written({
    ...first.video,
    frameCount: drawn.reduce((sum, { frames }) => sum + frames, 0),
    frame: (number) => {
      let at = number;
      for (const { frames, frame } of drawn) {
        if (at < frames) return frame(at);
        at -= frames;
      }
      throw new RangeError(`There is no frame ${String(number)}.`);
    },
  });
}

/** An empty room, then a person, then an empty room for long enough to be noticed. */
export async function faceThatComesAndGoes(seconds: {
  readonly emptyS: number;
  readonly faceS: number;
}): Promise<string> {
  return await sceneVideo([
    { seconds: seconds.emptyS, face: { face: 'none' } },
    { seconds: seconds.faceS },
    { seconds: GONE_S, face: { face: 'none' } },
  ]);
}

async function written(video: FaceVideo): Promise<string> {
  const file = path.join(temporaryDirectory('e2e-face').path, 'face.y4m');
  await writeFaceVideo(video, file);
  return file;
}
