// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useState } from 'react';
import { toCameraFault } from '../../platform/camera/camera-fault.ts';
import { openStream, stopStream } from '../../platform/camera/open-stream.ts';
import {
  browserPermissions,
  watchCameraPermission,
  type CameraPermission,
} from '../../platform/camera/permission.ts';

/** How the last press of the button went. */
export type Attempt = 'none' | 'asking' | 'denied' | 'not-found' | 'in-use' | 'other';

export interface PermissionState {
  readonly permission: CameraPermission;
  readonly attempt: Attempt;
  /** Asks the browser, which asks the person when it has to. */
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

  useEffect(() => {
    const here = new AbortController();
    const learn = (state: CameraPermission): void => {
      setPermission(state);
      if (state === 'granted') onGranted();
    };
    void watchCameraPermission(browserPermissions(), learn).then((watch) => {
      if (here.signal.aborted) watch.end();
      else {
        here.signal.addEventListener('abort', watch.end);
        learn(watch.state);
      }
    });
    return () => here.abort();
  }, [onGranted]);

  const ask = useCallback(() => {
    if (!window.isSecureContext) {
      setAttempt('other');
      return;
    }
    setAttempt('asking');
    openForAMoment().then(onGranted, (cause: unknown) => setAttempt(outcomeOf(cause)));
  }, [onGranted]);

  return { permission, attempt, ask };
}
