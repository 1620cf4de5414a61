// SPDX-License-Identifier: Apache-2.0
/** `aborted`: a later call requested another camera, or none. */
export type CameraFaultCode = 'denied' | 'not-found' | 'in-use' | 'aborted' | 'other';

/** Why a camera did not open. */
export class CameraFault extends Error {
  override readonly name = 'CameraFault';
  constructor(
    readonly code: CameraFaultCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Names of getUserMedia's rejections (W3C Media Capture and Streams, section 10.2), old names included. */
const CODES: Readonly<Record<string, CameraFaultCode>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'not-found',
  DevicesNotFoundError: 'not-found',
  OverconstrainedError: 'not-found',
  NotReadableError: 'in-use',
  TrackStartError: 'in-use',
  // Chromium reports this when the device becomes unavailable while it starts.
  AbortError: 'in-use',
};

export function toCameraFault(cause: unknown): CameraFault {
  if (cause instanceof CameraFault) return cause;
  // OverconstrainedError is not a DOMException everywhere: the name is what counts.
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  return new CameraFault(CODES[name] ?? 'other', `The camera did not open: ${name}`, { cause });
}
