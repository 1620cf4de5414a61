// SPDX-License-Identifier: Apache-2.0
/** Around one run of the browser tests: a folder for the camera files that several of them film. */
import process from 'node:process';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';

/** Names the folder in the environment of the tests' processes. */
export const SHARED_VIDEOS = 'TEST_SHARED_VIDEOS';

/** @returns what ends the run. */
export default function share(): () => void {
  const folder = temporaryDirectory('e2e-videos');
  process.env[SHARED_VIDEOS] = folder.path;
  return folder.remove;
}
