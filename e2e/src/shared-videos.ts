// SPDX-License-Identifier: Apache-2.0
/** A folder for camera files that several browser tests of one run share. */
import process from 'node:process';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';

/** Environment variable of the tests' processes with the path of the folder. */
export const SHARED_VIDEOS = 'TEST_SHARED_VIDEOS';

/** @returns a function that removes the folder after the run. */
export default function share(): () => void {
  const folder = temporaryDirectory('e2e-videos');
  process.env[SHARED_VIDEOS] = folder.path;
  return folder.remove;
}
