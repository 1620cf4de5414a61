// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { toY4m, type CameraVideo } from './video/to-y4m.ts';

export interface CameraFile extends CameraVideo {
  /** Removes its temporary files, which also happens when the process exits. */
  readonly remove: () => void;
}

/**
 * Prepares a recording as the camera of {@link launchWithCamera}.
 * @param leadInFrames frames to play backwards before it.
 */
export async function openCameraFile(recording: string, leadInFrames = 0): Promise<CameraFile> {
  const directory = temporaryDirectory('camera');
  try {
    const outFile = path.join(directory.path, 'camera.y4m');
    const video = await toY4m(recording, { outFile, leadInFrames });
    return { ...video, remove: directory.remove };
  } catch (error) {
    directory.remove();
    throw error;
  }
}
