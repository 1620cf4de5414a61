// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { FieldPair } from './FieldPair.tsx';
import styles from './ProfileScreen.module.css';
import type { ProfileFormModel } from './use-profile-form.ts';

export interface CuffFieldsProps {
  readonly model: ProfileFormModel;
  readonly isExpanded: boolean;
  readonly onExpandedChange: (isExpanded: boolean) => void;
}

/** A recent reading of a blood pressure cuff: collapsed, because most people have none. */
export function CuffFields({ model, isExpanded, onExpandedChange }: CuffFieldsProps): ReactNode {
  const { t } = useTranslation('profile');
  return (
    <Disclosure
      title={t('cuff.title')}
      level={3}
      isExpanded={isExpanded}
      onExpandedChange={onExpandedChange}
    >
      <div role="group" aria-label={t('cuff.group')} className={styles['cuff']}>
        <p className={styles['hint']}>{t('cuff.hint')}</p>
        <FieldPair
          parts={[
            { field: 'cuffSystolic', label: t('cuff.systolic'), unit: t('unit.mmHg') },
            { field: 'cuffDiastolic', label: t('cuff.diastolic'), unit: t('unit.mmHg') },
          ]}
          model={model}
        />
      </div>
    </Disclosure>
  );
}
