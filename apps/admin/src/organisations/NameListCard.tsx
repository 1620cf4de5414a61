// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import styles from '../components/layout.module.css';
import { FormCard } from '../components/FormCard.tsx';
import { useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';

export interface NameListCardProps {
  readonly title: string;
  readonly about: string;
  readonly names: readonly { readonly id: string; readonly name: string }[];
  /** Label of the field that adds a name. */
  readonly label: string;
  readonly onAdd: (name: string) => Promise<void>;
}

/** A list of names with a field to add one. */
export function NameListCard({ title, about, names, label, onAdd }: NameListCardProps): ReactNode {
  const [name, setName] = useState('');
  const save = useSave();
  useUnsavedChanges(name !== '');
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      await onAdd(name);
      setName('');
    }, 'Added.');
  return (
    <FormCard title={title} save={save} onSubmit={() => void submit()} action="Add">
      <p className={styles['soft']}>{about}</p>
      {names.length > 0 && (
        <ul>
          {names.map((one) => (
            <li key={one.id}>{one.name}</li>
          ))}
        </ul>
      )}
      <TextField label={label} value={name} onChange={setName} error={save.fieldError('name')} />
    </FormCard>
  );
}
