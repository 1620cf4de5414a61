// SPDX-License-Identifier: Apache-2.0
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { UnsavedContext, type Unsaved } from './use-unsaved-changes.ts';

/**
 * Asks before a page with unsaved changes is left, by a link, Back or the sign-out. One for all: a router supports one
 * blocker.
 */
export function LeaveConfirmation({ children }: { readonly children: ReactNode }): ReactNode {
  const [parts] = useState(() => new Set<object>());
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        parts.size > 0 && currentLocation.pathname !== nextLocation.pathname,
      [parts],
    ),
  );
  const [held, setHeld] = useState<{ readonly go: () => void } | null>(null);
  const unsaved = useMemo<Unsaved>(
    () => ({ parts, leave: (go) => (parts.size > 0 ? setHeld({ go }) : go()) }),
    [parts],
  );
  const stay = (): void => {
    setHeld(null);
    blocker.reset?.();
  };
  const leave = (): void => {
    setHeld(null);
    held?.go();
    blocker.proceed?.();
  };
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <Dialog
        isOpen={held !== null || blocker.state === 'blocked'}
        role="alertdialog"
        tone="warning"
        title="Leave without saving?"
        onClose={stay}
        actions={
          <>
            <Button variant="secondary" onPress={leave}>
              Leave
            </Button>
            <Button onPress={stay}>Stay</Button>
          </>
        }
      >
        <p>Unsaved changes on this page will be lost.</p>
      </Dialog>
    </UnsavedContext>
  );
}
