// SPDX-License-Identifier: Apache-2.0
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { MeasurementFault, type CameraPort } from '@perfuse/flow';
import { toCameraFault, type CameraFaultCode } from '../../../platform/camera/camera-fault.ts';
import type { Camera } from '../../../platform/camera/camera.ts';
import type { CameraRequest } from '../../../platform/camera/constraints.ts';

const CODES: Readonly<Record<CameraFaultCode, FailureCode>> = {
  denied: 'CAMERA_DENIED',
  'not-found': 'CAMERA_NOT_FOUND',
  'in-use': 'CAMERA_IN_USE',
  aborted: 'CAMERA_START',
  other: 'CAMERA_START',
};

export interface CameraPortDeps {
  readonly camera: Pick<Camera, 'open' | 'close' | 'control' | 'onLost'>;
  /** The camera that the person currently prefers. */
  readonly wish: () => CameraRequest;
}

export function createCameraPort({ camera, wish }: CameraPortDeps): CameraPort {
  return {
    open: async () => {
      try {
        await camera.open(wish());
      } catch (cause) {
        const fault = toCameraFault(cause);
        throw new MeasurementFault(CODES[fault.code], fault.message, { cause });
      }
    },
    lock: async () => camera.control()?.lock(),
    unlock: () => void camera.control()?.unlock(),
    close: camera.close,
    onLost: (listener) =>
      camera.onLost((loss) => listener(loss === 'forbidden' ? 'CAMERA_DENIED' : 'CAMERA_STOPPED')),
  };
}
