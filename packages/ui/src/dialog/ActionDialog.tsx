// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface ActionDialogProps extends Omit<DialogProps, 'actions' | 'onClose'> {
  /** Label of the button that changes nothing. */
  readonly keep: string;
  /** Label of the button that acts. */
  readonly action: string;
  readonly isPending?: boolean;
  /** Id of the form that the action submits, instead of calling `onAction`. */
  readonly form?: string;
  readonly onAction?: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before one change. It stays open until the answer arrives: closing it would not stop the change, and the answer
 * may be a secret that is shown once.
 */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { keep, action, isPending = false, form, onAction, onClose } = props;
  const { isOpen, role, tone, title, children } = props;
  return (
    <Dialog
      {...{ isOpen, role, tone, title }}
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button variant="secondary" isPending={isPending} onPress={onClose}>
            {keep}
          </Button>
          <Button
            {...(form === undefined ? { onPress: onAction } : { type: 'submit', form })}
            isPending={isPending}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
