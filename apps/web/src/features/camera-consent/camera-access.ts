// SPDX-License-Identifier: Apache-2.0
import { openStream, stopStream, type OpeningDevices } from '../../platform/camera/open-stream.ts';

/**
 * `denied`: by the person or the system. `missing`: no camera. `busy`: another app holds it, or it does not answer.
 * `unsupported`: the browser offers pages no camera, as over plain http.
 */
export type CameraAccess = 'granted' | 'denied' | 'missing' | 'busy' | 'unsupported';

const REASONS: Readonly<Record<string, CameraAccess>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  TimeoutError: 'busy',
};

/** Opens a camera briefly to learn whether it may be used; the browser asks the person if necessary. */
export async function checkCameraAccess(
  devices: OpeningDevices | undefined,
  permissions: Pick<Permissions, 'query'> | undefined,
): Promise<CameraAccess> {
  if (devices === undefined) return 'unsupported';
  try {
    stopStream(await openStream(devices, permissions, { video: true, audio: false }));
    return 'granted';
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    return REASONS[name] ?? 'unsupported';
  }
}
