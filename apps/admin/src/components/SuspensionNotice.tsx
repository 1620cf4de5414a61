// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import { Message } from '@perfuse/ui/feedback/Message.tsx';

/** Says that an organisation is suspended, while it is. */
export function SuspensionNotice({ active }: Pick<AdminOrganisation, 'active'>): ReactNode {
  return (
    <Message tone="error">
      {!active &&
        'This organisation is suspended: nobody can sign in to it, open its links or measure.'}
    </Message>
  );
}
