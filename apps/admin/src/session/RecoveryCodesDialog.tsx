// SPDX-License-Identifier: Apache-2.0
import { RecoveryCodeList } from '@perfuse/ui/credentials/RecoveryCodeList.tsx';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { ShownOnceDialog } from '../components/ShownOnceDialog.tsx';

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps): ReactNode {
  return (
    <ShownOnceDialog
      title="Recovery codes"
      hint="Each code works once, in place of the authenticator app."
      onClose={onClose}
    >
      <RecoveryCodeList codes={codes} />
      <CopyButton text={codes.join('\n')} what="codes" />
    </ShownOnceDialog>
  );
}
