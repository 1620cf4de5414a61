// SPDX-License-Identifier: Apache-2.0
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import styles from './Dialog.module.css';

interface OpenDialogProps {
  /** Escape and a press outside the dialog; leave out for one that must be answered. */
  readonly onClose?: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  readonly tone?: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; every dialog has at least one. */
  readonly actions: ReactNode;
}

export interface DialogProps extends OpenDialogProps {
  readonly isOpen: boolean;
}

/**
 * A modal of the browser's own, 450 px wide on a desktop and as wide as the screen allows on a phone. Few are opened, so
 * nothing of one is drawn before.
 */
export function Dialog({ isOpen, ...props }: DialogProps): ReactNode {
  // Where it stands in the page it would inherit from what is around it.
  return isOpen ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

/** A page that is not to scroll has no scrollbar (base.css): where it takes room, the room stays. */
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
    // Itself, not the first control in it: readers begin with the title. A control that is to have the focus takes it later.
    shown.focus();
    // Browsers scroll to the first control as it opens, and not back.
    shown.scrollTop = 0;
    // Closed before it is taken away: the focus goes back to where it was.
    return () => shown.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Browsers close a dialog at the second Escape, whatever was said to the first.
    event.preventDefault();
    // One dialog may have opened another.
    event.stopPropagation();
    onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      // What is asked is heard before the answers.
      aria-describedby={role === 'alertdialog' ? `${titleId}-body` : undefined}
      tabIndex={-1}
      className={styles['dialog']}
      data-part="dialog"
      onKeyDown={onKeyDown}
      // The way back of a phone, which closes it at the second time.
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        const shown = dialog.current;
        // Closed above, not by anybody: the page around it was hidden, and may be shown again with it.
        if (shown === null || shown.open) return;
        if (onClose === undefined) shown.showModal();
        else onClose();
      }}
      // A press that begins outside and ends there: its own content fills the dialog.
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
