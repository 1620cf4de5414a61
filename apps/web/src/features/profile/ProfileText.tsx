// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { feetAndInches, typedNumber } from './profile-fields.ts';
import type { ProfileFormModel } from './use-profile-form.ts';

export interface ProfileTextProps {
  readonly field:
    | 'age'
    | 'heightCm'
    | 'heightFeet'
    | 'heightInches'
    | 'weight'
    | 'waist'
    | 'cuffSystolic'
    | 'cuffDiastolic';
  readonly label: string;
  readonly unit: string;
  readonly note?: string;
  readonly hint?: string;
  readonly hidesError?: boolean;
  readonly model: ProfileFormModel;
}

/** One number of the profile. */
export function ProfileText({ field, model, ...texts }: ProfileTextProps): ReactNode {
  const { t } = useTranslation('profile');
  const error = model.errors[field];
  const edit = (text: string): void => {
    const both = field === 'heightFeet' ? feetAndInches(text) : null;
    if (both === null) model.edit(field, typedNumber(text));
    else model.editAll(both);
  };
  return (
    <div data-field={field}>
      <TextField
        {...texts}
        numeric
        value={model.form[field]}
        onChange={edit}
        error={error && t(error)}
      />
    </div>
  );
}
