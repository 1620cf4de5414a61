// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { givenConsent } from '../../account/consents.ts';
import { deviceHistory, eraseLeavesResults } from '../../platform/device-history/device-history.ts';
import { isForDeviceOnly, ownerOf } from '../../session/session-state.ts';
import { policyUrl } from '../../routes/policy-url.ts';
import { PATHS } from '../../routes/paths.ts';
import { useServices, useSession, useSignedInUser } from '../../services/use-services.ts';
import { useConsentTexts } from '../consent/use-consent-texts.ts';

export interface ConsentSettings {
  readonly isPending: boolean;
  /** Why the last try failed: no answer, or an error of the service. */
  readonly failure: 'unreachable' | 'failed' | null;
  readonly forgetFailure: () => void;
  /** Withdraws processing and storage; the terms stay accepted. Never rejects. */
  readonly withdraw: () => Promise<void>;
}

/** @param operator to whom the consent was given. */
export function useConsentSettings(operator: string): ConsentSettings {
  const { consents, session } = useServices();
  const reset = useSession((session) => session.reset);
  const navigate = useNavigate();
  const { t } = useTranslation(['my-profile', 'history']);
  const whose = useSignedInUser() === null ? 'guest' : 'user';
  const texts = useConsentTexts(operator);
  const [phase, setPhase] = useState<'open' | 'saving' | 'unreachable' | 'failed'>('open');

  const withdraw = async (): Promise<void> => {
    setPhase('saving');
    // The service does not know of a consent for this device.
    const isHereOnly = isForDeviceOnly(session.getState());
    let isComplete = true;
    try {
      if (!isHereOnly) {
        const without = givenConsent({ terms: true, data: false }, texts, policyUrl());
        isComplete = await consents.withdraw(without);
      }
    } catch (cause) {
      setPhase(cause instanceof ApiError && cause.status === 0 ? 'unreachable' : 'failed');
      return;
    }
    const stays = await eraseLeavesResults(deviceHistory(ownerOf(session.getState())));
    reset();
    const gone = isHereOnly ? 'onDevice' : whose;
    session.getState().notify({
      kind: stays || !isComplete ? 'warning' : 'info',
      title: t('withdrawn.title'),
      message: [
        t(`withdrawn.${isComplete ? gone : 'incomplete'}`),
        ...(stays ? [t('history:onDevice.stays')] : []),
      ].join(' '),
    });
    await navigate(PATHS.cameraConsent, { replace: true });
  };
  return {
    isPending: phase === 'saving',
    failure: phase === 'unreachable' || phase === 'failed' ? phase : null,
    forgetFailure: () => setPhase('open'),
    withdraw,
  };
}
