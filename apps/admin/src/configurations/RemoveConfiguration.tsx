// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

/** Disables the links of a configuration, after the administrator has confirmed. */
export function RemoveConfiguration({
  configId,
  onRemove,
}: {
  readonly configId: string;
  readonly onRemove: () => Promise<void>;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Remove">
      <p>Its links stop working, and the events stored for it are deleted.</p>
      <span>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          Remove configuration…
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${configId}?`}
        action="Remove"
        onConfirm={onRemove}
      >
        Links with this ID stop working immediately. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
