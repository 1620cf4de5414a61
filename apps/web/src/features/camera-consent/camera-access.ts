// SPDX-License-Identifier: Apache-2.0
/**
 * `denied`: the person or the system said no. `missing`: no camera. `busy`: another app holds it.
 * `unsupported`: the browser gives pages no camera, as over plain http.
 */
export type CameraAccess = 'granted' | 'denied' | 'missing' | 'busy' | 'unsupported';

const REASONS: Readonly<Record<string, CameraAccess>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Opens a camera for a moment to learn whether it may be used; the browser asks the person when it has to. */
export async function checkCameraAccess(
  devices: Pick<MediaDevices, 'getUserMedia'> | undefined,
): Promise<CameraAccess> {
  if (devices === undefined) return 'unsupported';
  try {
    const stream = await devices.getUserMedia({ video: true, audio: false });
    for (const track of stream.getTracks()) track.stop();
    return 'granted';
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    return REASONS[name] ?? 'unsupported';
  }
}
