// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { SecretDialog } from '../components/SecretDialog.tsx';

/** Recovery codes, shown this once. */
export function RecoveryDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SecretDialog
      title="Recovery codes"
      label="One a line; each signs in once"
      secret={codes.join('\n')}
      onClose={onClose}
    >
      They let you in without the authenticator app.
    </SecretDialog>
  );
}
