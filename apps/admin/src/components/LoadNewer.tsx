// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import type { Save } from './use-save.ts';

export interface LoadNewerProps {
  /** From a form that keeps its changes when the value behind them is replaced. */
  readonly save: Save;
  readonly onReload: () => Promise<void>;
}

/** Offers to reload after somebody else has saved a change. */
export function LoadNewer({ save, onReload }: LoadNewerProps): ReactNode {
  const load = () =>
    save.run(
      onReload,
      'The newer settings are loaded. Your changes are kept: review them, then save.',
    );
  return (
    save.error?.code === 'CONFLICT' && (
      <Button
        variant="secondary"
        onPress={({ target }) => {
          // This button disappears; the next step is to save.
          target.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus();
          void load();
        }}
      >
        Load the newer settings
      </Button>
    )
  );
}
