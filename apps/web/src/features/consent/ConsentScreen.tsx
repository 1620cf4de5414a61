// SPDX-License-Identifier: Apache-2.0
import { useRef, useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { policyUrl } from '../../routes/policy-url.ts';
import { hasConsented } from '../../session/session-state.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { PATHS } from '../../routes/paths.ts';
import { useOperator, type Operator } from '../../services/use-operator.ts';
import { useServices, useSession, useSignedInUser } from '../../services/use-services.ts';
import { givenConsent } from '../../account/consents.ts';
import { isAway } from '@perfuse/client';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { consentErrors, EMPTY_CONSENT, firstError, type ConsentErrors } from './consent-form.ts';
import { useConsentTexts } from './use-consent-texts.ts';

/** Not shown before the operator is known: the texts, and the record of them, name the operator. */
export function ConsentScreen(): ReactNode {
  const operator = useOperator();
  const { isOnDevice } = useAnalysisPlace();
  if (operator === null) return <LoadingScreen />;
  // A box ticked for one place of analysis is not ticked for the other.
  const place = isOnDevice ? 'device' : 'service';
  return <ConsentForm key={place} operator={operator} isOnDevice={isOnDevice} />;
}

interface ConsentFormProps {
  readonly operator: Operator;
  readonly isOnDevice: boolean;
}

function ConsentForm({ operator, isOnDevice }: ConsentFormProps): ReactNode {
  const { t } = useTranslation('consent');
  const navigate = useNavigate();
  const { consents, session } = useServices();
  const user = useSignedInUser();
  const completeConsent = useSession((session) => session.completeConsent);
  const given = useSession((session) => hasConsented(session, isOnDevice));
  const [form, setForm] = useState(given ? { terms: true, data: true } : EMPTY_CONSENT);
  const [errors, setErrors] = useState<ConsentErrors>({});
  const [phase, setPhase] = useState<'open' | 'saving' | 'failed'>('open');
  const termsBox = useRef<HTMLInputElement>(null);
  const dataBox = useRef<HTMLInputElement>(null);
  const texts = useConsentTexts(operator.name);

  const tick = (box: keyof typeof form, isTicked: boolean): void => {
    const next = { ...form, [box]: isTicked };
    setForm(next);
    // Once shown, an error disappears when its box is ticked, and returns only on the next try.
    setErrors((shown) => ({ ...shown, ...(isTicked ? { [box]: undefined } : {}) }));
  };

  const submit = (): void => {
    const found = consentErrors(form);
    setErrors(found);
    const first = firstError(found);
    if (first !== null) {
      (first === 'terms' ? termsBox : dataBox).current?.focus();
      return;
    }
    if (isOnDevice) {
      // The service is not asked to process anything and is not notified: this consent stays in this browser.
      completeConsent(givenConsent({ terms: form.terms, data: false }, texts, policyUrl()));
      void navigate(PATHS.profile);
      return;
    }
    const consent = givenConsent(form, texts, policyUrl());
    const { era } = session.getState();
    const go = (): void => {
      // The person who agreed has left in the meantime.
      if (era !== session.getState().era) return;
      completeConsent(user === null ? consent : undefined);
      void navigate(PATHS.profile);
    };
    setPhase('saving');
    consents.save(consent).then(go, (cause: unknown) => {
      // A guest is not asked twice: the record is sent before the measurement, once the service is available again.
      if (user === null && isAway(cause)) go();
      else setPhase('failed');
    });
  };

  return (
    <Screen
      title={t('title')}
      lead={t(isOnDevice ? 'onDevice.lead' : 'lead')}
      back={PATHS.cameraConsent}
      actions={
        <Button isPending={phase === 'saving'} onPress={submit}>
          {t('continue')}
        </Button>
      }
    >
      <Card>
        <Checkbox
          inputRef={termsBox}
          isSelected={form.terms}
          onChange={(isTicked) => tick('terms', isTicked)}
          error={errors.terms && t(errors.terms)}
          details={
            <Trans
              t={t}
              i18nKey="terms.read"
              components={{
                terms: <NewTabLink to={PATHS.terms} />,
                privacy: <NewTabLink to={PATHS.privacy} />,
              }}
            />
          }
        >
          {t('terms.label')}
        </Checkbox>
        <Checkbox
          inputRef={dataBox}
          isSelected={form.data}
          onChange={(isTicked) => tick('data', isTicked)}
          error={errors.data && t(errors.data)}
          details={t(isOnDevice ? 'onDevice.details' : 'data.details')}
        >
          {isOnDevice ? t('onDevice.label') : t('data.label', { operator: operator.name })}
        </Checkbox>
      </Card>
      <Card tone="quiet" title={t('operator.title')}>
        <p>
          {t(isOnDevice ? 'onDevice.operator' : 'operator.text', {
            name: operator.name,
            address: operator.address,
          })}
        </p>
        <p>{t(isOnDevice ? 'onDevice.withdraw' : 'operator.withdraw')}</p>
        {isOnDevice && <p>{t('onDevice.record')}</p>}
        {!isOnDevice && user === null && <p>{t('operator.guest')}</p>}
      </Card>
      <Message tone="error">{phase === 'failed' && t('failed')}</Message>
    </Screen>
  );
}
