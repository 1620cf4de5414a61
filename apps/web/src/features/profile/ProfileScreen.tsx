// SPDX-License-Identifier: Apache-2.0
import { UNIT_SYSTEMS } from '@perfuse/contract/person/profile';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { leavePage } from '../../launch/embedding.ts';
import { leaveToCallback } from '../../launch/leave-to-callback.ts';
import { useIsCallbackMode, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { PATHS } from '../../routes/paths.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Choice } from '@perfuse/ui/form/Choice.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { BodyFields } from './BodyFields.tsx';
import { CountryField } from './CountryField.tsx';
import { CuffFields } from './CuffFields.tsx';
import { HealthFields } from './HealthFields.tsx';
import styles from './ProfileScreen.module.css';
import { ProfileText } from './ProfileText.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** The profile: a few answers for interpreting the results. */
export function ProfileScreen(): ReactNode {
  const { t } = useTranslation(['profile', 'common', 'results']);
  const navigate = useNavigate();
  const model = useProfileForm();
  const { form, errors, edit, switchUnits } = model;
  const { visit, events } = visitServicesOf(useServices());
  const isCallbackMode = useIsCallbackMode();
  const giveUp = (): void => {
    leaveToCallback({ visit, events, goTo: leavePage }, { error: 'MEASUREMENT_CANCELED' });
  };
  const [cuffOpen, setCuffOpen] = useState(form.cuffSystolic !== '' || form.cuffDiastolic !== '');

  const submit = (): void => {
    const invalid = model.submit();
    if (invalid === null) void navigate(PATHS.measurement);
    // A field in a collapsed section cannot take the focus.
    else if (invalid.cuffSystolic !== undefined) setCuffOpen(true);
  };

  return (
    <Screen
      title={t('title')}
      lead={t('lead')}
      back={isCallbackMode ? undefined : PATHS.consent}
      // The other screens that show it are skipped.
      banner={isCallbackMode && <Banner>{t('results:banner')}</Banner>}
    >
      <Form onSubmit={submit}>
        <Card title={t('you')}>
          <ProfileText field="age" label={t('age')} unit={t('years')} model={model} />
          <Choice
            label={t('sex.label')}
            value={form.gender}
            onChange={(value) => edit('gender', value)}
            error={errors.gender && t(errors.gender)}
            options={[
              { value: 'male', label: t('sex.male') },
              { value: 'female', label: t('sex.female') },
            ]}
          />
          <CountryField model={model} />
        </Card>
        <Card title={t('body')}>
          <Choice
            size="quiet"
            label={t('units.label')}
            value={form.unit}
            onChange={switchUnits}
            options={UNIT_SYSTEMS.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
          />
          <BodyFields model={model} />
        </Card>
        <Card title={t('health')}>
          <HealthFields model={model} />
          <CuffFields model={model} isExpanded={cuffOpen} onExpandedChange={setCuffOpen} />
        </Card>
        <Button type="submit" className={styles['submit'] ?? ''}>
          {t('continue')}
        </Button>
        {isCallbackMode && (
          <Button variant="secondary" className={styles['submit'] ?? ''} onPress={giveUp}>
            {t('common:back')}
          </Button>
        )}
      </Form>
    </Screen>
  );
}
