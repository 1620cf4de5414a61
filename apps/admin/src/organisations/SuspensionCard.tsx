// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import styles from '../components/layout.module.css';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

export interface SuspensionCardProps {
  readonly organisation: AdminOrganisation;
  readonly onChanged: (organisation: AdminOrganisation) => void;
}

/** Suspends an organisation, and lifts the suspension. */
export function SuspensionCard({ organisation, onChanged }: SuspensionCardProps): ReactNode {
  const { callAdmin } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { id, name, active } = organisation;
  const action = active ? 'Suspend' : 'Lift the suspension';
  const change = async (): Promise<void> =>
    onChanged(await callAdmin('changeOrganisation', { params: { id }, body: { active: !active } }));
  return (
    <Card title="Suspension">
      <p className={styles['soft']}>
        While an organisation is suspended, nobody can sign in to it, open its links or measure. Its
        data, links and keys stay.
      </p>
      <span className={styles['actions']}>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {action}…
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={active ? `Suspend ${name}?` : `Lift the suspension of ${name}?`}
        action={action}
        onConfirm={change}
      >
        {active
          ? 'Its people, staff and devices are signed out immediately, and measurements in progress end.'
          : 'Its links and keys work again. People and devices must sign in again.'}
      </ConfirmDialog>
    </Card>
  );
}
