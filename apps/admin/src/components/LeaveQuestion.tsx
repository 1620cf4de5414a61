// SPDX-License-Identifier: Apache-2.0
import { useCallback, useState, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { UnsavedContext } from './use-unsaved.ts';

/** Asks before a page with something unsaved is left, by a link or by Back. One for all: a router heeds one blocker. */
export function LeaveQuestion({ children }: { readonly children: ReactNode }): ReactNode {
  const [unsaved] = useState(() => new Set<object>());
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
      [unsaved],
    ),
  );
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <Dialog
        isOpen={blocker.state === 'blocked'}
        role="alertdialog"
        tone="warning"
        title="Leave without saving?"
        onClose={blocker.reset}
        actions={
          <>
            <Button variant="secondary" onPress={blocker.proceed}>
              Leave
            </Button>
            <Button onPress={blocker.reset}>Stay</Button>
          </>
        }
      >
        <p>What you have not saved on this page will be lost.</p>
      </Dialog>
    </UnsavedContext>
  );
}
