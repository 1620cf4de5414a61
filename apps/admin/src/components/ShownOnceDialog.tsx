// SPDX-License-Identifier: Apache-2.0
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

export interface ShownOnceDialogProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A secret that is shown only once; closed by its button alone, so that a stray click does not lose it. */
export function ShownOnceDialog(props: ShownOnceDialogProps): ReactNode {
  const { title, hint, onClose, children } = props;
  useUnsavedChanges(true);
  return (
    <Dialog
      isOpen
      title={title}
      tone="warning"
      actions={<Button onPress={onClose}>I have saved it</Button>}
    >
      <div className={layout['form']}>
        <p>Save it now. It is not stored and cannot be shown again. {hint}</p>
        {children}
      </div>
    </Dialog>
  );
}
