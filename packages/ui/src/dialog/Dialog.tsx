// SPDX-License-Identifier: Apache-2.0
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import styles from './Dialog.module.css';

interface OpenDialogProps {
  /** Called for Escape and a press outside the dialog; omit it for a dialog that must be answered. */
  readonly onClose?: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  readonly tone?: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; null where there is nothing to do but wait or leave. */
  readonly actions: ReactNode;
}

export interface DialogProps extends OpenDialogProps {
  readonly isOpen: boolean;
}

/**
 * A native modal, 450 px wide on a desktop and as wide as the screen allows on a phone. Dialogs are rarely opened, so
 * nothing is rendered before.
 */
export function Dialog({ isOpen, ...props }: DialogProps): ReactNode {
  // In its place in the page it would inherit styles from its surroundings.
  return isOpen ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

/** A page with scrolling disabled has no scrollbar (base.css): where it takes up space, the space is kept. */
function keepScrollbarRoom(page: HTMLElement): void {
  const takesRoom = window.innerWidth > page.clientWidth;
  page.style.setProperty('--gutter', takesRoom ? 'stable' : 'auto');
}

function OpenDialog(props: OpenDialogProps): ReactNode {
  const { onClose, role = 'dialog', tone = 'info', title, children, actions } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    keepScrollbarRoom(document.documentElement);
    shown.showModal();
    // The dialog, not its first control: screen readers start with the title. A control that needs the focus takes it
    // later.
    shown.focus();
    // Browsers scroll to the first control when the dialog opens, and not back.
    shown.scrollTop = 0;
    // Closed before it is removed: the focus returns to where it was.
    return () => shown.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Browsers close a dialog at the second Escape, even if the first was prevented.
    event.preventDefault();
    // The dialog may have been opened by another one.
    event.stopPropagation();
    onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      // The question is announced before the answers.
      aria-describedby={role === 'alertdialog' ? `${titleId}-body` : undefined}
      tabIndex={-1}
      className={styles['dialog']}
      data-part="dialog"
      onKeyDown={onKeyDown}
      // A phone's Back, which closes the dialog at the second time.
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        const shown = dialog.current;
        // Closed by the cleanup above, not by the person: the surrounding page was hidden, and may be shown again with
        // it.
        if (shown === null || shown.open) return;
        if (onClose === undefined) shown.showModal();
        else onClose();
      }}
      // A press outside starts and ends on the dialog element itself, as its content fills it.
      onPointerDown={({ target, currentTarget }) => {
        isPressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && isPressedOutside.current) onClose?.();
      }}
    >
      <div className={styles['content']}>
        <h2 id={titleId} className={classes(styles['title'], styles[tone])}>
          {title}
        </h2>
        <div id={`${titleId}-body`} className={styles['body']}>
          {children}
        </div>
        <div className={styles['actions']}>{actions}</div>
      </div>
    </dialog>
  );
}
