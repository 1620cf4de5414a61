// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './layout.module.css';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { SaveResult } from './SaveResult.tsx';
import type { Save } from './use-save.ts';

export interface FormCardProps {
  readonly title: string;
  readonly save: Save;
  readonly onSubmit: () => void;
  /** Label of the button. */
  readonly action: string;
  readonly children: ReactNode;
  /** Further buttons. */
  readonly extra?: ReactNode;
}

/** A titled form with one button, and the outcome of saving. */
export function FormCard(props: FormCardProps): ReactNode {
  const { title, save, onSubmit, action, children, extra } = props;
  return (
    <Card title={title}>
      <Form className={styles['form']} onSubmit={onSubmit}>
        {children}
        <SaveResult save={save} />
        <span className={styles['actions']}>
          <Button type="submit" isPending={save.isBusy}>
            {save.isBusy ? 'Saving…' : action}
          </Button>
          {extra}
        </span>
      </Form>
    </Card>
  );
}
