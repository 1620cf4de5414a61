// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { configurationSettingsSchema } from '@perfuse/contract/account/configuration';
import { fieldErrors, type FieldErrors } from '@perfuse/contract/field-errors';
import layout from '../components/layout.module.css';
import { SaveResult } from '../components/SaveResult.tsx';
import { changedFields } from '../components/changed-fields.ts';
import { fieldErrorOf, type Save } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { ruleText } from '../components/rule-text.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import styles from './configurations.module.css';
import { LoadNewer } from '../components/LoadNewer.tsx';
import { SettingInput } from './SettingInput.tsx';
import { settingAt, withSetting, type Settings } from './setting-value.ts';
import { OTHER_SECTION, SETTING_SECTIONS, settingLabel } from './setting-texts.ts';
import { SETTING_FIELDS, type SettingField } from './settings-fields.ts';

export interface SettingsFormProps {
  readonly settings: Settings;
  readonly save: Save;
  /** Called with settings that the schema accepts. @returns whether they were saved. */
  readonly onSave: (settings: Settings) => Promise<boolean>;
  readonly onReload: () => Promise<void>;
}

const isOf = ({ path }: SettingField, names: readonly string[]): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}.`));
const named = SETTING_SECTIONS.flatMap(({ of }) => of);
const SECTIONS = [
  ...SETTING_SECTIONS.map(({ title, of }) => ({
    title,
    fields: SETTING_FIELDS.filter((field) => isOf(field, of)),
  })),
  { title: OTHER_SECTION, fields: SETTING_FIELDS.filter((field) => !isOf(field, named)) },
];

/** Error text of a setting, or of one line of it. */
function errorOf(errors: FieldErrors, path: string): string | undefined {
  const whole = fieldErrorOf(errors, path);
  if (whole !== undefined) return whole;
  const line = Object.keys(errors).find((name) => name.startsWith(`${path}.`));
  const number = line?.slice(path.length + 1) ?? '';
  if (line === undefined || !/^\d+$/.test(number)) return undefined;
  return `Line ${String(Number(number) + 1)}: ${fieldErrorOf(errors, line) ?? ''}`;
}

/** Every setting of a configuration. The contract's schema validates them before they are sent. */
export function SettingsForm({ settings, save, onSave, onReload }: SettingsFormProps): ReactNode {
  // By path, so that changes stay when newer settings are loaded.
  const [changes, setChanges] = useState<Settings>({});
  const [broken, setBroken] = useState<FieldErrors>({});
  const draft = Object.entries(changes).reduce(
    (past, [path, value]) => withSetting(past, path, value),
    settings,
  );
  useUnsavedChanges(Object.keys(changes).length > 0);
  const set = (path: string, value: unknown): void =>
    setChanges((past) => {
      const next = { ...past, [path]: value };
      const stored = Object.keys(next).map((one) => [one, settingAt(settings, one)] as const);
      return changedFields<Settings>(next, Object.fromEntries(stored));
    });
  const submit = async (): Promise<void> => {
    const parsed = configurationSettingsSchema.safeParse(draft);
    setBroken(parsed.success ? {} : fieldErrors(parsed.error.issues, 'settings', draft));
    if (parsed.success && (await onSave(parsed.data))) {
      setChanges((past) => changedFields(past, changes));
    }
  };
  const errors = { ...save.error?.fields, ...broken };
  const count = Object.keys(broken).length;
  return (
    <Form className={layout['form']} onSubmit={() => void submit()}>
      {SECTIONS.filter(({ fields }) => fields.length > 0).map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className={layout['columns']}>
            {fields.map((field) => (
              <SettingInput
                key={field.path}
                field={field}
                value={settingAt(draft, field.path)}
                onChange={(value) => set(field.path, value)}
                error={errorOf(errors, field.path)}
              />
            ))}
          </div>
        </Card>
      ))}
      <div className={styles['save']}>
        {count === 0 && <SaveResult save={save} />}
        <Message tone="error">
          {count > 0 &&
            Object.entries(broken).map(([path, rules]) => (
              <span key={path} className={styles['broken']}>
                <strong>{settingLabel(path.replace(/\.\d+$/, ''))}</strong>{' '}
                <span className={layout['mono']}>({path})</span>:{' '}
                {rules.map(([rule, details]) => ruleText(rule, details)).join(' ')}
              </span>
            ))}
        </Message>
        <Button type="submit" isPending={save.isBusy}>
          {save.isBusy ? 'Saving…' : 'Save settings'}
        </Button>
        <LoadNewer save={save} onReload={onReload} />
      </div>
    </Form>
  );
}
