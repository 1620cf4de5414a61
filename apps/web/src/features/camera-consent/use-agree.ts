// SPDX-License-Identifier: Apache-2.0
import { isAway } from '@perfuse/client';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EDITION } from '../../config/build.ts';
import { PATHS } from '../../routes/paths.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { useServices, useSession } from '../../services/use-services.ts';
import { browserPermissions } from '../../platform/camera/permission.ts';
import { checkCameraAccess, type CameraAccess } from './camera-access.ts';

export type AgreeFailure = Exclude<CameraAccess, 'granted'> | 'offline' | 'no-study';

export interface Agreeing {
  readonly isPending: boolean;
  readonly failure: AgreeFailure | null;
  readonly agree: () => Promise<void>;
  readonly dismiss: () => void;
}

/** Action of the Agree button: checks study and camera, then records the camera consent. */
export function useAgree(): Agreeing {
  const { studyId, session } = useServices();
  const { isOnDevice } = useAnalysisPlace();
  const acceptTerms = useSession((session) => session.acceptTerms);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<AgreeFailure | null>(null);

  const firstFailure = async (): Promise<AgreeFailure | null> => {
    // A measurement on this device belongs to no study of the service.
    if (EDITION === 'consumer' && !isOnDevice) {
      try {
        await studyId();
      } catch (cause) {
        return isAway(cause) ? 'offline' : 'no-study';
      }
    }
    // Undefined in insecure contexts, contrary to its type.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    const access = await checkCameraAccess(devices, browserPermissions());
    return access === 'granted' ? null : access;
  };

  const agree = async (): Promise<void> => {
    if (isPending) return;
    setPending(true);
    const { era } = session.getState();
    const found = await firstFailure();
    setPending(false);
    // The browser's prompt may have been answered by the next person.
    if (era !== session.getState().era) return;
    setFailure(found);
    if (found !== null) return;
    acceptTerms();
    await navigate(PATHS.consent);
  };

  return { isPending, failure, agree, dismiss: () => setFailure(null) };
}
