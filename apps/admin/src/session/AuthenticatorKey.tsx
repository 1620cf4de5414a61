// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import { TotpSecret } from '@perfuse/ui/credentials/TotpSecret.tsx';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';

/** The key for the authenticator app, to scan or to type. */
export function AuthenticatorKey({ enrolment }: { readonly enrolment: Enrolment }): ReactNode {
  return (
    <>
      <p>Scan this code with your authenticator app, or type the key into it.</p>
      <TotpSecret {...enrolment} label="QR code for the authenticator app" />{' '}
      <CopyButton text={enrolment.secret} what="key" />
    </>
  );
}
