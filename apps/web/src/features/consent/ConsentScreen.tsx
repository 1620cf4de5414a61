// SPDX-License-Identifier: Apache-2.0
import { useRef, useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { operatorOf } from '../../app/operator.ts';
import { PATHS } from '../../app/routes/paths.ts';
import { useSession } from '../../app/use-services.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { NewTabLink } from './NewTabLink.tsx';
import { consentErrors, EMPTY_CONSENT, firstError, type ConsentErrors } from './consent-form.ts';

export function ConsentScreen(): ReactNode {
  const { t } = useTranslation('consent');
  const navigate = useNavigate();
  const completeConsent = useSession((session) => session.completeConsent);
  const given = useSession((session) => session.consentCompleted);
  const [form, setForm] = useState(given ? { terms: true, data: true } : EMPTY_CONSENT);
  const [errors, setErrors] = useState<ConsentErrors>({});
  const termsBox = useRef<HTMLInputElement>(null);
  const dataBox = useRef<HTMLInputElement>(null);
  const operator = operatorOf(window.location);

  const tick = (box: keyof typeof form, isTicked: boolean): void => {
    const next = { ...form, [box]: isTicked };
    setForm(next);
    // Once shown, an error goes away when its box is ticked, and comes back only on the next try.
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
    completeConsent();
    void navigate(PATHS.profile);
  };

  return (
    <Screen
      title={t('title')}
      lead={t('lead')}
      back={PATHS.cameraConsent}
      actions={<Button onPress={submit}>{t('continue')}</Button>}
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
          details={t('data.details')}
        >
          {t('data.label', { operator: operator.name })}
        </Checkbox>
      </Card>
      <Card tone="quiet" title={t('operator.title')}>
        <p>{t('operator.text', { name: operator.name, address: operator.address })}</p>
        <p>{t('operator.withdraw')}</p>
      </Card>
    </Screen>
  );
}
