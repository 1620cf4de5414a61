// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from '../layout/when-idle.ts';
import type { DialogProps } from './ModalDialog.tsx';

let loaded: ComponentType<DialogProps> | null = null;
let isComing = false;

/** Fetches what dialogs are made of: those drawn later open without waiting for it. */
export async function loadDialog(): Promise<ComponentType<DialogProps>> {
  return (loaded ??= (await import('./ModalDialog.tsx')).ModalDialog);
}

/** For the first dialog of a page, opened or not. A failure shows when one opens, which tries again. */
function fetchWhenIdle(): void {
  if (isComing) return;
  isComing = true;
  void whenIdle()
    .then(loadDialog)
    .catch(() => undefined);
}

const Waiting = lazy(async () => ({ default: await loadDialog() }));

/**
 * A modal, 450 px wide on a desktop and as wide as the screen allows on a phone. Few are opened, so nothing of one is
 * drawn before, and its code, nearly a third of what a screen is made of, comes when the browser is idle.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { isOpen } = props;
  // The one it opened with: another would lose what was typed into it.
  const [Shown, setShown] = useState<ComponentType<DialogProps> | null>(null);
  if (isOpen && Shown === null) setShown(() => loaded ?? Waiting);
  useEffect(fetchWhenIdle, []);
  if (Shown === null) return null;
  return (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  );
}
