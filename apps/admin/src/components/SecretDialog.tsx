// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { CopyButton } from './CopyButton.tsx';
import { TextArea } from './TextArea.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';

export interface SecretDialogProps {
  readonly title: string;
  /** What the secret is. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A secret that is shown this once; closed by its button alone, so that nobody loses it by a stray click. */
export function SecretDialog(props: SecretDialogProps): ReactNode {
  const { title, label, secret, onClose, children } = props;
  return (
    <Dialog
      isOpen
      title={title}
      tone="warning"
      actions={<Button onPress={onClose}>I have kept it</Button>}
    >
      <div className={layout['form']}>
        <p>Keep it now: it is not stored and cannot be shown again. {children}</p>
        <TextArea label={label} value={secret} rows={secret.includes('\n') ? 6 : 2} />
        <CopyButton text={secret} what="secret" />
      </div>
    </Dialog>
  );
}
