// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { ActionDialog, type ActionDialogProps } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Form } from '@perfuse/ui/form/Form.tsx';
import type { Save } from './use-save.ts';

export interface SaveDialogProps extends Omit<
  ActionDialogProps,
  'isOpen' | 'keep' | 'isPending' | 'form' | 'onAction'
> {
  readonly save: Save;
  readonly onSubmit: () => void;
}

/** A dialog for one change. */
export function SaveDialog({ save, onSubmit, children, ...dialog }: SaveDialogProps): ReactNode {
  const form = useId();
  return (
    <ActionDialog {...dialog} isOpen keep="Cancel" isPending={save.isBusy} form={form}>
      <Form id={form} onSubmit={onSubmit}>
        {children}
      </Form>
    </ActionDialog>
  );
}
