// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from './FieldPair.tsx';
import { ProfileText } from './ProfileText.tsx';
import styles from './ProfileScreen.module.css';
import type { ProfileFormModel } from './use-profile-form.ts';

function ImperialHeight({ model }: { readonly model: ProfileFormModel }): ReactNode {
  const { t } = useTranslation('profile');
  return (
    <div role="group" aria-label={t('height')}>
      <FieldPair
        parts={[
          { field: 'heightFeet', label: t('feet'), unit: t('unit.ft') },
          { field: 'heightInches', label: t('inches'), unit: t('unit.in') },
        ]}
        model={model}
      />
    </div>
  );
}

/** Height, weight and waist in the chosen units. */
export function BodyFields({ model }: { readonly model: ProfileFormModel }): ReactNode {
  const { t } = useTranslation('profile');
  const metric = model.form.unit === 'metric';
  return (
    <>
      <div className={styles['pair']}>
        {metric ? (
          <ProfileText field="heightCm" label={t('height')} unit={t('unit.cm')} model={model} />
        ) : (
          <ImperialHeight model={model} />
        )}
        <ProfileText
          field="weight"
          label={t('weight')}
          unit={metric ? t('unit.kg') : t('unit.lb')}
          model={model}
        />
      </div>
      <ProfileText
        field="waist"
        label={t('waist')}
        note={t('optional')}
        hint={t('waistHint')}
        unit={metric ? t('unit.cm') : t('unit.in')}
        model={model}
      />
    </>
  );
}
