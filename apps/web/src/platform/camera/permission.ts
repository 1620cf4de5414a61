// SPDX-License-Identifier: Apache-2.0
/** `unknown`: the browser does not report it; only opening the camera shows. */
export type CameraPermission = 'granted' | 'denied' | 'prompt' | 'unknown';

// Firefox before 126 rejects the name, older Safari has no `permissions` at all.
const CAMERA: PermissionDescriptor = { name: 'camera' };

/** Undefined in older browsers, which the DOM type does not say. */
export const browserPermissions = (): Permissions | undefined =>
  (navigator as Partial<Pick<Navigator, 'permissions'>>).permissions;

export interface PermissionWatch {
  /** State when the watch began. */
  readonly state: CameraPermission;
  /** Stops the calls of `onChange`. */
  readonly end: () => void;
}

/** Reads the permission without prompting the person, and watches it. Never throws. */
export async function watchCameraPermission(
  permissions: Pick<Permissions, 'query'> | undefined,
  onChange: (state: CameraPermission) => void,
): Promise<PermissionWatch> {
  try {
    const status = await permissions?.query(CAMERA);
    if (status === undefined) return { state: 'unknown', end: () => undefined };
    const tell = (): void => onChange(status.state);
    status.addEventListener('change', tell);
    return { state: status.state, end: () => status.removeEventListener('change', tell) };
  } catch {
    return { state: 'unknown', end: () => undefined };
  }
}
