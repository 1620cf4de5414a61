// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { useSave } from './use-save.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Words of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone; stays with the reason when it fails. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  // Mounted anew each time it opens: why the last try failed is not said of the next thing.
  return props.isOpen && <OpenDialog {...props} />;
}

function OpenDialog(props: ConfirmDialogProps): ReactNode {
  const { isOpen, onClose, title, action, onConfirm, children } = props;
  const save = useSave();
  const confirm = async (): Promise<void> => {
    if (await save.run(onConfirm)) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      tone="warning"
      title={title}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button isPending={save.isBusy} onPress={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <Message tone="error">{save.error?.message}</Message>
    </Dialog>
  );
}
