// SPDX-License-Identifier: Apache-2.0
export interface CameraDevice {
  readonly id: string;
  /** Empty until the person has allowed the camera. */
  readonly name: string;
}

/**
 * Lists the cameras of this machine; empty where the browser does not say. Ids and names are empty before permission.
 */
export async function listCameras(
  devices: Pick<MediaDevices, 'enumerateDevices'>,
): Promise<readonly CameraDevice[]> {
  const all = await devices.enumerateDevices().catch((): MediaDeviceInfo[] => []);
  return all
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device) => ({ id: device.deviceId, name: device.label }));
}
