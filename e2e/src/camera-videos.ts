// SPDX-License-Identifier: Apache-2.0
/** Synthetic faces as camera files, written once per test file and removed with the process. */
import path from 'node:path';
import { createFaceVideo, type FaceVideoOptions } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/rig';

/** Filming takes 30 s, and the face has to be found first: the loop must not come round in between. */
const SECONDS = 40;
/** Longer than a face may be missing. */
const GONE_S = 8;

export async function cameraVideo(options: FaceVideoOptions): Promise<string> {
  const directory = temporaryDirectory('e2e-face');
  const file = path.join(directory.path, 'face.y4m');
  await writeFaceVideo(createFaceVideo({ seconds: SECONDS, ...options }), file);
  return file;
}

/** The room without anybody, then a person, then nobody again for long enough to be missed. */
export async function faceThatComesAndGoes(seconds: {
  readonly emptyS: number;
  readonly faceS: number;
}): Promise<string> {
  const face = createFaceVideo({ seconds: seconds.faceS });
  const { width, height, frameRate } = face;
  const faceFrames = seconds.faceS * frameRate;
  const emptyFrames = seconds.emptyS * frameRate;
  const goneFrames = GONE_S * frameRate;
  const room = new Uint8Array((width * height * 3) / 2).fill(128);
  const file = path.join(temporaryDirectory('e2e-face').path, 'comes-and-goes.y4m');
  await writeFaceVideo(
    {
      ...face,
      frameCount: emptyFrames + faceFrames + goneFrames,
      frame: (number) => {
        const at = number - emptyFrames;
        return at >= 0 && at < faceFrames ? face.frame(at) : room;
      },
    },
    file,
  );
  return file;
}
