// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import fieldStyles from '@perfuse/ui/form/Field.module.css';
import { FieldDescription } from './FieldDescription.tsx';

/** Ties a control to its label and to what is said about it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

export interface LabelledControlProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control of the browser's own in the look of the other fields. */
export function LabelledControl(props: LabelledControlProps): ReactNode {
  const { label, hint, error, children } = props;
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className={fieldStyles['field']} data-invalid={error === undefined ? undefined : true}>
      <label className={fieldStyles['label']} htmlFor={id}>
        {label}
      </label>
      <span className={fieldStyles['box']}>
        {children({ id, 'aria-describedby': about, 'aria-invalid': error !== undefined })}
      </span>
      <FieldDescription id={about} hint={hint} error={error} />
    </div>
  );
}
