// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { temporaryDirectory } from './temporary.ts';
import { toY4m, type CameraVideo } from './video/to-y4m.ts';

export interface CameraFile extends CameraVideo {
  /** Removes what was written for it; the process's end does so too. */
  readonly remove: () => void;
}

/** A recording made ready to be the camera of {@link launchWithCamera}. */
export async function openCameraFile(recording: string): Promise<CameraFile> {
  const directory = temporaryDirectory('camera');
  try {
    const video = await toY4m(recording, { outFile: path.join(directory.path, 'camera.y4m') });
    return { ...video, remove: directory.remove };
  } catch (error) {
    directory.remove();
    throw error;
  }
}
