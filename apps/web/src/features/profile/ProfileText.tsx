// SPDX-License-Identifier: Apache-2.0
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { feetAndInches, feetBeforeInches, typedInches, typedNumber } from './profile-fields.ts';
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
  const box = useRef<HTMLDivElement>(null);
  const editFeet = (text: string): void => {
    const both = feetAndInches(text);
    const feet = feetBeforeInches(text);
    if (both === null) model.edit('heightFeet', feet ?? typedNumber(text));
    else model.editAll(both);
    if (feet === null) return;
    const inches = '[data-field="heightInches"] input';
    box.current?.closest('form')?.querySelector<HTMLInputElement>(inches)?.focus();
  };
  const edit = (text: string): void => {
    if (field === 'heightFeet') editFeet(text);
    else model.edit(field, field === 'heightInches' ? typedInches(text) : typedNumber(text));
  };
  return (
    <div data-field={field} ref={box}>
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
