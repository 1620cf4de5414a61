// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { operatorOf, useOperator } from '../../services/use-operator.ts';
import { useSession, useSignedInUser } from '../../services/use-services.ts';
import { isForDeviceOnly } from '../../session/session-state.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx';
import styles from './MyProfileScreen.module.css';
import { AccessCards } from './access/AccessCards.tsx';
import { PersonalDataCard } from './PersonalDataCard.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';
import { ForgetMe } from '../session/ForgetMe.tsx';
import { useConsentSettings } from './use-consent-settings.ts';

/** Consent settings, and what a signed-in person can do with their stored data. */
export function MyProfileScreen(): ReactNode {
  const { t } = useTranslation(['my-profile', 'consent']);
  const isHereOnly = useSession(isForDeviceOnly);
  const hasConsented = useSession((session) => session.consentCompleted);
  const navigate = useNavigate();
  const user = useSignedInUser();
  const isPhone = useWindowClass() === 'phone';
  const operator = useOperator()?.name ?? operatorOf().name;
  const [data, setData] = useState(true);
  const settings = useConsentSettings(operator);
  const [isAsking, setAsking] = useState(false);
  const leave = (): void => void navigate(isPhone ? PATHS.results : PATHS.entry);

  const submit = (): void => {
    if (data) leave();
    else {
      settings.forgetFailure();
      setAsking(true);
    }
  };

  return (
    <Screen
      title={t('title')}
      back={hasConsented ? undefined : PATHS.entry}
      lead={
        user === null
          ? t(isHereOnly ? 'onDevice.guest' : 'guest')
          : t('signedInAs', { name: user.username === '' ? user.phoneNumber : user.username })
      }
    >
      {hasConsented && (
        <Card title={t('consent.title')}>
          <Checkbox
            isDisabled
            isSelected
            onChange={() => undefined}
            details={
              <Trans
                t={t}
                i18nKey="consent:terms.read"
                components={{
                  terms: <NewTabLink to={PATHS.terms} />,
                  privacy: <NewTabLink to={PATHS.privacy} />,
                }}
              />
            }
          >
            {t('consent:terms.label')}
          </Checkbox>
          <Checkbox isSelected={data} onChange={setData} details={t('consent.details')}>
            {isHereOnly ? t('consent:onDevice.label') : t('consent:data.label', { operator })}
          </Checkbox>
          <div className={styles['row']}>
            <Button onPress={submit}>{t('submit')}</Button>
            <Button variant="secondary" onPress={leave}>
              {t('cancel')}
            </Button>
          </div>
        </Card>
      )}
      <ForgetMe />
      {user !== null && <AccessCards user={user} />}
      {user !== null && <SecondFactorCard user={user} />}
      {user !== null && <PersonalDataCard user={user} />}
      <WithdrawDialog
        isOpen={isAsking}
        isPending={settings.isPending}
        failure={settings.failure}
        onClose={() => setAsking(false)}
        onConfirm={() => void settings.withdraw()}
      />
    </Screen>
  );
}
