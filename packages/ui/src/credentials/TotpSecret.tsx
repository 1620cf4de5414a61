// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { QrCode } from '../graphics/QrCode.tsx';
import styles from './Credentials.module.css';

export interface TotpSecretProps {
  /** `otpauth:` address of the key. */
  readonly address: string;
  /** The key in base 32. */
  readonly secret: string;
  /** Accessible name of the QR code. */
  readonly label: string;
  /** Rendered between the code and the key. */
  readonly children?: ReactNode;
}

/** The key for an authenticator app: as a QR code, and in groups of four to type. */
export function TotpSecret({ address, secret, label, children }: TotpSecretProps): ReactNode {
  return (
    <>
      <div className={styles['qrCode']}>
        <QrCode address={address} label={label} />
      </div>
      {children}
      <code className={styles['secret']} translate="no">
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </code>
    </>
  );
}
