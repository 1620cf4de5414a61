// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { QrCode } from '@perfuse/ui/graphics/QrCode.tsx';

/** The secret for the authenticator app: to scan and to type. */
export function KeyToScan({ enrolment }: { readonly enrolment: Enrolment }): ReactNode {
  return (
    <>
      <p>Scan this code with your authenticator app, or type the key into it.</p>
      <QrCode address={enrolment.address} label="QR code for the authenticator app" />
      <p>
        <code translate="no">{enrolment.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <CopyButton text={enrolment.secret} what="key" />
      </p>
    </>
  );
}
