// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldDescription } from '@perfuse/ui/form/FieldDescription.tsx';
import styles from './ProfileScreen.module.css';
import { ProfileText, type ProfileTextProps } from './ProfileText.tsx';
import type { ProfileFormModel } from './use-profile-form.ts';

type Part = Pick<ProfileTextProps, 'field' | 'label' | 'unit'>;

export interface FieldPairProps {
  readonly parts: readonly [Part, Part];
  readonly model: ProfileFormModel;
}

/** Two fields that form one answer, with one message for both. */
export function FieldPair({ parts, model }: FieldPairProps): ReactNode {
  const { t } = useTranslation('profile');
  const errorId = useId();
  const error = model.errors[parts[0].field] ?? model.errors[parts[1].field];
  return (
    <>
      <div className={styles['feet']}>
        {parts.map((part) => (
          <ProfileText key={part.field} {...part} hidesError model={model} />
        ))}
      </div>
      {error !== undefined && (
        <div className={styles['error']} aria-hidden="true">
          <FieldDescription id={errorId} hint={undefined} error={t(error)} />
        </div>
      )}
    </>
  );
}
