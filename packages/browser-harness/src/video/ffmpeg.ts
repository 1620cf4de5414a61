// SPDX-License-Identifier: Apache-2.0
/** Fallback for codecs that the browser does not support: the machine's ffmpeg, if installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = 'ffmpeg';

/** @returns whether ffmpeg is installed and could read the recording. */
export async function convertWithFfmpeg(
  input: string,
  output: string,
  longestSide: number,
): Promise<boolean> {
  const side = String(longestSide);
  const scale =
    `scale=w='min(${side},iw)':h='min(${side},ih)':` +
    'force_original_aspect_ratio=decrease:force_divisible_by=2:flags=area';
  const args = ['-nostdin', '-v', 'error', '-y', '-i', input, '-an'];
  const picture = ['-vf', scale, '-fps_mode', 'cfr', '-pix_fmt', 'yuv420p', '-strict', '-1'];
  const child = spawn(PROGRAM, [...args, ...picture, '-f', 'yuv4mpegpipe', output], {
    stdio: 'ignore',
  });
  try {
    const exit: unknown[] = await once(child, 'exit');
    return exit[0] === 0;
  } catch {
    // Not installed.
    return false;
  }
}
