// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useRef, useState } from 'react';
import { toCameraFault } from '../../platform/camera/camera-fault.ts';
import { openStream, stopStream } from '../../platform/camera/open-stream.ts';
import {
  browserPermissions,
  watchCameraPermission,
  type CameraPermission,
} from '../../platform/camera/permission.ts';

/** The outcome of the last button press. */
export type Attempt = 'none' | 'asking' | 'denied' | 'not-found' | 'in-use' | 'other';

export interface PermissionState {
  readonly permission: CameraPermission;
  readonly attempt: Attempt;
  /** Requests access from the browser, which asks the person if necessary. */
  readonly ask: () => void;
}

async function openForAMoment(): Promise<void> {
  const wanted = { video: true, audio: false };
  stopStream(await openStream(navigator.mediaDevices, browserPermissions(), wanted));
}

function outcomeOf(cause: unknown): Attempt {
  const { code } = toCameraFault(cause);
  return code === 'aborted' ? 'other' : code;
}

/** The browser's camera permission, live, and a way to request it. `onGranted` must be stable. */
export function usePermission(onGranted: () => void): PermissionState {
  const [permission, setPermission] = useState<CameraPermission>('unknown');
  const [attempt, setAttempt] = useState<Attempt>('none');
  const isHere = useRef(false);

  const ask = useCallback(() => {
    if (!window.isSecureContext) {
      setAttempt('other');
      return;
    }
    setAttempt('asking');
    const proceed = (): void => {
      if (isHere.current) onGranted();
    };
    openForAMoment().then(proceed, (cause: unknown) => setAttempt(outcomeOf(cause)));
  }, [onGranted]);

  useEffect(() => {
    const here = new AbortController();
    isHere.current = true;
    const onChange = (state: CameraPermission): void => {
      setPermission(state);
      if (state === 'granted') onGranted();
    };
    void watchCameraPermission(browserPermissions(), onChange).then((watch) => {
      if (here.signal.aborted) watch.end();
      else {
        here.signal.addEventListener('abort', watch.end);
        setPermission(watch.state);
        // This is only the site's permission: it is granted even while the system blocks the camera.
        if (watch.state === 'granted') ask();
      }
    });
    return () => {
      isHere.current = false;
      here.abort();
    };
  }, [ask, onGranted]);

  return { permission, attempt, ask };
}
