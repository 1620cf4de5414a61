// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminWebhookSecret } from '@perfuse/contract/admin/webhooks';
import layout from '../components/layout.module.css';
import { CopyButton } from '../components/CopyButton.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { formatDateTime } from '../components/format-date.ts';
import { SaveResult } from '../components/SaveResult.tsx';
import { TextArea } from '../components/TextArea.tsx';
import { useSave } from '../components/use-save.ts';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

/** Hours during which the previous secret also signs. */
const OVERLAP_HOURS = 24;

/** The secret of webhook signatures: hidden until it is requested, rotated without a gap. */
export function WebhookSecretCard({
  organisationId,
}: {
  readonly organisationId: string;
}): ReactNode {
  const { callAdmin } = useSession();
  const [secrets, setSecrets] = useState<readonly AdminWebhookSecret[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  const save = useSave();
  const params = { id: organisationId };
  const show = async (): Promise<void> => {
    setSecrets((await callAdmin('showWebhookSecrets', { params })).secrets);
  };
  const rotate = async (): Promise<void> => {
    await callAdmin('rotateWebhookSecret', { params, body: { overlapHours: OVERLAP_HOURS } });
    await show();
  };
  return (
    <Card title="Webhook secret">
      <p className={layout['soft']}>
        Your server uses it to verify that an event comes from this installation. The audit log
        records each time it is shown.
      </p>
      {secrets?.map(({ id, secret, endsAt }) => (
        <div key={id} className={layout['form']}>
          <TextArea
            label={endsAt === null ? 'Secret' : `Old secret, used until ${formatDateTime(endsAt)}`}
            value={secret}
            rows={2}
          />
          <CopyButton text={secret} what="secret" />
        </div>
      ))}
      <SaveResult save={{ ...save, done: secrets && save.done }} />
      <span className={layout['actions']}>
        {secrets === null ? (
          <Button
            variant="secondary"
            isPending={save.isBusy}
            onPress={() => void save.run(show, 'Shown.')}
          >
            Show the secret
          </Button>
        ) : (
          <Button variant="secondary" onPress={() => setSecrets(null)}>
            Hide
          </Button>
        )}
        <Button variant="quiet" onPress={() => setAsking(true)}>
          Rotate…
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Rotate the webhook secret?"
        action="Rotate"
        onConfirm={rotate}
      >
        For {OVERLAP_HOURS} hours, events are signed with both the old and the new secret, so that
        your server can switch over.
      </ConfirmDialog>
    </Card>
  );
}
