// SPDX-License-Identifier: Apache-2.0
/** Actors for the external calls of the measurement. */
import { fromCallback, fromPromise } from 'xstate';
import type { MeasurementContext } from './context.ts';
import type { PortEvent } from './events.ts';
import type { CameraPort, CaptureNotification, CapturePlan, CapturePort } from './ports.ts';

function eventOf(notification: CaptureNotification): PortEvent | null {
  switch (notification.type) {
    case 'face':
      return { type: 'FACE', face: notification };
    case 'rate':
      return { type: 'RATE', rate: notification };
    case 'chunk':
      return { type: 'CHUNK_READY', chunk: notification };
    case 'recorded':
      return { type: 'RECORDED' };
    case 'ended':
      return { type: 'CAMERA_LOST', code: 'CAMERA_STOPPED' };
    case 'failed':
      return { type: 'CAPTURE_FAILED', code: notification.code };
    case 'timing':
      return null;
  }
}

/** All events of camera and capture, while the machine runs. */
export const portEvents = fromCallback<
  PortEvent,
  { readonly camera: CameraPort; readonly capture: CapturePort }
>(({ input: { camera, capture }, sendBack }) => {
  const notify = (event: PortEvent): void => sendBack(event);
  const endings = [
    capture.subscribe((notification) => {
      const event = eventOf(notification);
      if (event !== null) notify(event);
    }),
    camera.onLost((code) => notify({ type: 'CAMERA_LOST', code })),
  ];
  return () => endings.forEach((unsubscribe) => unsubscribe());
});

export const openCamera = fromPromise<undefined, CameraPort>(async ({ input, signal }) => {
  await input.open(signal);
  return undefined;
});

/** Locks exposure, white balance and focus, as far as the camera can. */
export const lockCamera = fromPromise<undefined, CameraPort>(async ({ input }) => {
  await input.lock();
  return undefined;
});

/** Starts the tracker on the camera and fetches the capture plan from the service. */
export const prepare = fromPromise<CapturePlan, MeasurementContext['ports']>(
  async ({ input: { capture, analysis }, signal }) => {
    const [plan] = await Promise.all([analysis.plan(signal), capture.start(signal)]);
    return plan;
  },
);
