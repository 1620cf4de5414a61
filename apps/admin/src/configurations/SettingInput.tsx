// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { z } from '@perfuse/contract/schema';
import { PictureField } from '../components/PictureField.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { TextArea } from '../components/TextArea.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { ChoicesField } from './ChoicesField.tsx';
import { optionLabel, settingHint, settingLabel } from './setting-texts.ts';
import type { SettingField } from './settings-fields.ts';

export interface SettingInputProps {
  readonly field: SettingField;
  /** Undefined where the default applies. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string;
}

const texts = z.catch(z.array(z.string()), []);
const text = z.catch(z.string(), '');
const DEFAULT = { value: '', label: 'Default' };
const FLAGS = [DEFAULT, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }];

/** The input; an empty one unsets the setting. */
const orNone = (typed: string): string | undefined => (typed === '' ? undefined : typed);

/** One setting with a suitable control. */
export function SettingInput({ field, value, onChange, error }: SettingInputProps): ReactNode {
  const { path, kind, options } = field;
  const hint = settingHint(path);
  const common = { label: settingLabel(path), error, hint };
  switch (kind) {
    case 'flag':
      return (
        <SelectField
          {...common}
          options={FLAGS}
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          options={[DEFAULT, ...options.map((one) => ({ value: one, label: optionLabel(one) }))]}
          value={text.parse(value)}
          onChange={(chosen) => onChange(orNone(chosen))}
        />
      );
    case 'choices':
      return (
        <ChoicesField
          {...common}
          options={options.map((one) => ({ value: one, label: optionLabel(one) }))}
          values={texts.parse(value)}
          onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
        />
      );
    case 'lines':
      return (
        <TextArea
          {...common}
          value={texts.parse(value).join('\n')}
          onChange={(typed) => onChange(typed === '' ? undefined : typed.split('\n'))}
        />
      );
    case 'picture':
      return (
        <PictureField
          {...common}
          value={text.parse(value)}
          onChange={(chosen) => onChange(orNone(chosen))}
        />
      );
    case 'text':
      return (
        <TextField
          {...common}
          value={text.parse(value)}
          onChange={(typed) => onChange(orNone(typed))}
        />
      );
  }
}
