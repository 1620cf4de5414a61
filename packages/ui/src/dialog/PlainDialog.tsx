// SPDX-License-Identifier: Apache-2.0
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import styles from './Dialog.module.css';
import type { DialogProps } from './ModalDialog.tsx';

/** A dialog of the browser's own, for where the code of the others cannot be fetched. */
export function PlainDialog(props: DialogProps): ReactNode {
  const { isOpen, onClose, role, tone = 'info', title, children, actions } = props;
  const shown = useRef<HTMLDialogElement>(null);
  // Closed before it is taken away: the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = shown.current;
    if (isOpen) dialog?.showModal();
    return () => dialog?.close();
  }, [isOpen]);
  return createPortal(
    <dialog
      ref={shown}
      role={role}
      aria-label={title}
      className={styles['plain']}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 className={classes(styles['title'], styles[tone])}>{title}</h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>,
    document.body,
  );
}
