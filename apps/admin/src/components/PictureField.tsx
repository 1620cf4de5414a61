// SPDX-License-Identifier: Apache-2.0
import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import fieldStyles from '@perfuse/ui/form/Field.module.css';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { FieldDescription } from '@perfuse/ui/form/FieldDescription.tsx';
import styles from './fields.module.css';

/** Largest file, in bytes, that still fits as a data address. */
const MAX_BYTES = 220_000;

export interface PictureFieldProps {
  readonly label: string;
  /** An address, or the picture as a data address; '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string;
}

function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

/** A picture, chosen as a file or given by its address. */
export function PictureField(props: PictureFieldProps): ReactNode {
  const { label, value, onChange, hint, error } = props;
  const id = useId();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isData = value.startsWith('data:');
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    if (file.size > MAX_BYTES || !['image/png', 'image/jpeg'].includes(file.type)) {
      setProblem('Choose a PNG or JPEG of at most 200 kB.');
      return;
    }
    try {
      onChange(await readAsAddress(file));
      setProblem(undefined);
    } catch {
      setProblem('The file cannot be read.');
    }
  };
  return (
    <div className={styles['picture']}>
      {isData ? (
        <span className={fieldStyles['field']}>
          <span className={fieldStyles['label']}>{label}</span>
          <img className={styles['shown']} src={value} alt={`${label}, as chosen`} />
        </span>
      ) : (
        <TextField
          label={`${label}: address`}
          note="optional"
          value={value}
          onChange={onChange}
          hint={value === '' ? 'https://… or choose a file below' : ''}
          error={error}
        />
      )}
      <span className={styles['file']}>
        <label htmlFor={id}>{label}: file</label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          onChange={(event) => void choose(event)}
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== undefined || (isData && error !== undefined)}
        />
        {value !== '' && (
          <Button
            variant="quiet"
            onPress={() => {
              onChange('');
              document.getElementById(id)?.focus();
            }}
          >
            Remove {label.toLowerCase()}
          </Button>
        )}
      </span>
      <FieldDescription
        id={`${id}-about`}
        hint={hint}
        error={problem ?? (isData ? error : undefined)}
      />
    </div>
  );
}
