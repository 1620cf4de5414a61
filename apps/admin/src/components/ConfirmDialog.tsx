// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { useSave } from './use-save.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly children: ReactNode;
}

/** Asks before an action that cannot be undone; stays open with the reason when it fails. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  // Mounted anew each time it opens, so that an earlier failure is not shown for the next action.
  return props.isOpen && <OpenDialog {...props} />;
}

function OpenDialog({
  onClose,
  title,
  action,
  onConfirm,
  children,
}: ConfirmDialogProps): ReactNode {
  const save = useSave();
  const confirm = async (): Promise<void> => {
    if (await save.run(onConfirm)) onClose();
  };
  return (
    <SaveDialog
      role="alertdialog"
      tone="warning"
      title={title}
      save={save}
      action={action}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      <p>{children}</p>
      <Message tone="error">{save.error?.message}</Message>
    </SaveDialog>
  );
}
