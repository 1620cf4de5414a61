// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { watchCameraPermission } from './permission.ts';

class Status extends EventTarget {
  onchange = null;
  name = 'camera';
  constructor(public state: PermissionState) {
    super();
  }
}

describe('the camera permission', () => {
  it('is unknown where the browser has no Permissions API', async () => {
    expect((await watchCameraPermission(undefined, vi.fn())).state).toBe('unknown');
  });

  it('is unknown where the browser does not know its name', async () => {
    const permissions = { query: () => Promise.reject(new TypeError('camera')) };
    expect((await watchCameraPermission(permissions, vi.fn())).state).toBe('unknown');
  });

  it('is watched until the watch ends', async () => {
    const status = new Status('denied');
    const changed = vi.fn();
    const watch = await watchCameraPermission({ query: () => Promise.resolve(status) }, changed);
    expect(watch.state).toBe('denied');
    status.state = 'granted';
    status.dispatchEvent(new Event('change'));
    expect(changed).toHaveBeenCalledExactlyOnceWith('granted');
    watch.end();
    status.dispatchEvent(new Event('change'));
    expect(changed).toHaveBeenCalledTimes(1);
  });
});
