// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { givenConsent } from '../../account/consents.ts';
import { deviceHistory } from '../../platform/device-history/device-history.ts';
import { isForDeviceOnly, ownerOf } from '../../session/session-state.ts';
import { policyUrl } from '../../routes/policy-url.ts';
import { PATHS } from '../../routes/paths.ts';
import { useServices, useSession } from '../../services/use-services.ts';
import { useConsentTexts } from '../consent/use-consent-texts.ts';

export interface ConsentSettings {
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  /** Processing and storage are no longer authorised; the terms stay accepted. Never rejects. */
  readonly withdraw: () => Promise<void>;
}

/** @param operator who was agreed to. */
export function useConsentSettings(operator: string): ConsentSettings {
  const { consents, session } = useServices();
  const reset = useSession((session) => session.reset);
  const navigate = useNavigate();
  const texts = useConsentTexts(operator);
  const [phase, setPhase] = useState<'open' | 'saving' | 'failed'>('open');

  const withdraw = async (): Promise<void> => {
    setPhase('saving');
    try {
      // Of a consent for this device the service knows nothing.
      if (!isForDeviceOnly(session.getState()))
        await consents.withdraw(givenConsent({ terms: true, data: false }, texts, policyUrl()));
    } catch {
      setPhase('failed');
      return;
    }
    // Whoever withdraws is told that their results are gone from this browser.
    await deviceHistory(ownerOf(session.getState()))
      .erase(null)
      .catch(() => undefined);
    reset();
    await navigate(PATHS.cameraConsent, { replace: true });
  };
  return { isPending: phase === 'saving', hasFailed: phase === 'failed', withdraw };
}
