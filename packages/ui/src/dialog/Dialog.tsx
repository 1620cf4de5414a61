// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Loader } from '../feedback/Loader.tsx';
import { loadWithRetries } from '../loading/load-with-retries.ts';
import { whenIdle } from '../loading/when-idle.ts';
import styles from './Dialog.module.css';
import type { DialogProps } from './ModalDialog.tsx';
import { PlainDialog } from './PlainDialog.tsx';

let loaded: ComponentType<DialogProps> | null = null;
let isComing = false;

/** After so many failures a dialog opens without what it is usually made of. */
const MOST_FAILURES = 3;

/** Fetches what dialogs are made of: those drawn later open without waiting for it. */
export async function loadDialog(): Promise<ComponentType<DialogProps>> {
  return (loaded ??= (
    await loadWithRetries(
      () => import('./ModalDialog.tsx'),
      (failures) => failures < MOST_FAILURES,
    )
  ).ModalDialog);
}

/** For the first dialog of a page, opened or not. A failure is left to the one that opens, which tries again. */
function fetchWhenIdle(): void {
  if (isComing) return;
  isComing = true;
  void whenIdle()
    .then(loadDialog)
    .catch(() => undefined);
}

/**
 * A modal, 450 px wide on a desktop and as wide as the screen allows on a phone. Few are opened, so nothing of one is
 * drawn before, and its code, nearly a third of what a screen is made of, comes when the browser is idle.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { isOpen, onClose, title } = props;
  // The one it opened with: another would lose what was typed into it.
  const [Shown, setShown] = useState<ComponentType<DialogProps> | null>(null);
  if (isOpen && Shown === null && loaded !== null) setShown(() => loaded);
  useEffect(fetchWhenIdle, []);
  if (Shown !== null) return <Shown {...props} />;
  if (!isOpen) return null;
  return <Coming label={title} onClose={onClose} onLoaded={(modal) => setShown(() => modal)} />;
}

interface ComingProps {
  readonly label: string;
  readonly onClose: (() => void) | undefined;
  readonly onLoaded: (modal: ComponentType<DialogProps>) => void;
}

/** In place of a dialog whose code is on its way; it closes as the dialog would. */
function Coming({ label, onClose, onLoaded }: ComingProps): ReactNode {
  const came = useEffectEvent(onLoaded);
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    let isWanted = true;
    void loadDialog()
      .catch(() => PlainDialog)
      .then((modal) => {
        if (isWanted) came(modal);
      });
    return () => {
      isWanted = false;
    };
  }, []);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // In a part of a page that is laid out by itself it would cover that part alone.
  return createPortal(
    <div className={styles['coming']} onClick={onClose}>
      <Loader label={label} />
    </div>,
    document.body,
  );
}
