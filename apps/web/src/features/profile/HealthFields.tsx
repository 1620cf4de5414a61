// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '@perfuse/ui/form/Choice.tsx';
import type { ProfileFormModel } from './use-profile-form.ts';

/** Smoking, diabetes and blood pressure. */
export function HealthFields({ model }: { readonly model: ProfileFormModel }): ReactNode {
  const { t } = useTranslation('profile');
  const { form, errors, edit } = model;
  const yesNo = (field: 'smoker' | 'hypertension' | 'hypertensionMedication'): ReactNode => (
    <Choice
      label={t(`question.${field}`)}
      value={form[field]}
      onChange={(value) => edit(field, value)}
      error={errors[field] && t(errors[field])}
      options={[
        { value: '1', label: t('yes') },
        { value: '0', label: t('no') },
      ]}
    />
  );
  return (
    <>
      {yesNo('smoker')}
      <Choice
        label={t('question.diabetic')}
        value={form.diabetic}
        onChange={(value) => edit('diabetic', value)}
        error={errors.diabetic && t(errors.diabetic)}
        options={[
          { value: '0', label: t('no') },
          { value: 'type1', label: t('type1') },
          { value: 'type2', label: t('type2') },
        ]}
      />
      {yesNo('hypertension')}
      {yesNo('hypertensionMedication')}
    </>
  );
}
