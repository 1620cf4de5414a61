// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog, type DialogProps } from '@perfuse/ui/dialog/Dialog.tsx';
import type { Save } from './use-save.ts';

export interface SaveDialogProps extends Pick<DialogProps, 'role' | 'tone' | 'title' | 'children'> {
  readonly save: Save;
  /** Label of the button that submits. */
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Whether all required input is present. */
  readonly isReady?: boolean;
}

/** A dialog for one change. It stays open until the answer arrives, which may be a secret that is shown once. */
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
