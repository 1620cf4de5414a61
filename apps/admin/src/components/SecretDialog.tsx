// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { ShownOnceDialog } from './ShownOnceDialog.tsx';
import { TextArea } from './TextArea.tsx';

export interface SecretDialogProps {
  readonly title: string;
  /** Kind of the secret. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A key or another secret that is shown only once. */
export function SecretDialog(props: SecretDialogProps): ReactNode {
  const { title, label, secret, onClose, children } = props;
  return (
    <ShownOnceDialog title={title} hint={children} onClose={onClose}>
      <TextArea label={label} value={secret} rows={secret.includes('\n') ? 6 : 2} />
      <CopyButton text={secret} what="secret" />
    </ShownOnceDialog>
  );
}
