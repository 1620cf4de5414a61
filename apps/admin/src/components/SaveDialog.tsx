// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog, type DialogProps } from '@perfuse/ui/dialog/Dialog.tsx';
import type { Save } from './use-save.ts';

export interface SaveDialogProps extends Pick<DialogProps, 'role' | 'tone' | 'title' | 'children'> {
  readonly save: Save;
  /** Words of the button that does it. */
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Whether all that is needed is there. */
  readonly isReady?: boolean;
}

/** A question before one change. It stays until the answer is there, which may be a secret that is shown once. */
export function SaveDialog(props: SaveDialogProps): ReactNode {
  const { save, action, onSubmit, onClose, isReady = true, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={save.isBusy ? undefined : onClose}
      actions={
        <>
          <Button variant="secondary" isPending={save.isBusy} onPress={onClose}>
            Cancel
          </Button>
          <Button isPending={save.isBusy || !isReady} onPress={onSubmit}>
            {action}
          </Button>
        </>
      }
    />
  );
}
