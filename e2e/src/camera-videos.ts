// SPDX-License-Identifier: Apache-2.0
/** Synthetic faces as camera files, written once per test file and removed with the process. */
import path from 'node:path';
import { createFaceVideo, type FaceVideoOptions } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/rig';

/** Filming takes 30 s, and the face has to be found first: the loop must not come round in between. */
const SECONDS = 40;

export async function cameraVideo(options: FaceVideoOptions): Promise<string> {
  const directory = temporaryDirectory('e2e-face');
  const file = path.join(directory.path, 'face.y4m');
  await writeFaceVideo(createFaceVideo({ seconds: SECONDS, ...options }), file);
  return file;
}
