// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import shared from './Dialog.module.css';
import styles from './ModalDialog.module.css';
import { classes } from '../classes.ts';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Escape and a press outside the dialog; leave out for one that must be answered. */
  readonly onClose?: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  readonly tone?: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; every dialog has at least one. */
  readonly actions: ReactNode;
}

/** What a dialog is made of once it is open. */
export function ModalDialog(props: DialogProps): ReactNode {
  const { isOpen, onClose, role = 'dialog', tone = 'info', title, children, actions } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
      className={classes('react-aria-ModalOverlay', styles['overlay'])}
    >
      <Modal className={classes('react-aria-Modal', styles['modal'])} data-part="dialog">
        <AriaDialog role={role} className={classes('react-aria-Dialog', styles['dialog'])}>
          <Heading slot="title" level={2} className={classes(shared['title'], shared[tone])}>
            {title}
          </Heading>
          <div className={shared['body']}>{children}</div>
          <div className={shared['actions']}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
