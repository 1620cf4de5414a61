// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';
import { FieldDescription } from './FieldDescription.tsx';

/** Links a control to its label and its description. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

export interface LabelledControlProps {
  readonly label: string;
  /** Shown next to the label, such as 'optional'. */
  readonly note?: string;
  readonly hint?: string;
  readonly error?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A native control styled like the other fields. */
export function LabelledControl(props: LabelledControlProps): ReactNode {
  const { label, note, hint, error, children } = props;
  const id = useId();
  const about = `${id}-about`;
  return (
    <div
      className={styles['field']}
      data-invalid={error === undefined ? undefined : true}
      data-part="field"
    >
      <label className={styles['label']} htmlFor={id}>
        {label} <span className={styles['optional']}>{note}</span>
      </label>
      <span className={styles['box']}>
        {children({ id, 'aria-describedby': about, 'aria-invalid': error !== undefined })}
      </span>
      <FieldDescription id={about} hint={hint} error={error} />
    </div>
  );
}
