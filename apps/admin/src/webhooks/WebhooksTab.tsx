// SPDX-License-Identifier: Apache-2.0
import { useCallback, useState, type ReactNode } from 'react';
import { DELIVERY_STATES, type Delivery } from '@perfuse/contract/launch/webhook';
import { useLoaded } from '../api/use-loaded.ts';
import layout from '../components/layout.module.css';
import { formatDateTime } from '../components/format-date.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { SaveResult } from '../components/SaveResult.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useSave } from '../components/use-save.ts';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { WebhookSecretCard } from './WebhookSecretCard.tsx';

const TONES = { delivered: 'good', failed: 'bad', pending: 'plain' } as const;
const STATES = [
  { value: '', label: 'Any' },
  ...DELIVERY_STATES.map((state) => ({ value: state, label: state })),
];

/** The state, and why the last attempt failed. */
const stateOf = ({ state, failure }: Delivery): ReactNode => (
  <>
    <Tag tone={TONES[state]}>{state}</Tag>
    {failure !== null && <span className={layout['mono']}> {failure}</span>}
  </>
);

/** Events sent to an organisation's webhooks, and the secret for verifying them. */
export function WebhooksTab({ organisationId }: { readonly organisationId: string }): ReactNode {
  const { callAdmin } = useSession();
  const [state, setState] = useState('');
  const save = useSave();
  const loaded = useLoaded(
    useCallback(
      () => callAdmin('deliveries', { params: { id: organisationId }, query: { state } }),
      [callAdmin, organisationId, state],
    ),
  );
  const replay = (deliveryId: string): Promise<boolean> =>
    save.run(async () => {
      await callAdmin('replayDelivery', { params: { id: organisationId, deliveryId } });
      loaded.reload();
    }, 'Sending again. Refresh in a moment.');
  return (
    <>
      <Card title="Deliveries">
        <p className={layout['soft']}>
          The latest events sent to webhooks. A failed delivery is retried for a little more than
          two hours.
        </p>
        <div className={layout['columns']}>
          <SelectField label="State" options={STATES} value={state} onChange={setState} />
        </div>
        <span className={layout['actions']}>
          <Button variant="secondary" onPress={loaded.reload}>
            Refresh
          </Button>
        </span>
        <SaveResult save={save} />
        <LoadedContent loaded={loaded}>
          {({ deliveries }) => (
            <Table
              label="Deliveries"
              columns={[
                'Time',
                'Event',
                'Configuration',
                'Session',
                'Attempts',
                'State',
                'Actions',
              ]}
              none="Nothing has been sent. A configuration sends events once its event webhook is set."
              rows={deliveries.map((delivery) => ({
                key: delivery.id,
                cells: [
                  formatDateTime(delivery.createdAt),
                  delivery.event,
                  delivery.configId,
                  <span key="session" className={layout['mono']}>
                    {delivery.sessionId}
                  </span>,
                  delivery.tries,
                  stateOf(delivery),
                  <Button
                    key="replay"
                    variant="quiet"
                    aria-label={`Send again: ${delivery.event} of ${delivery.sessionId}`}
                    onPress={() => void replay(delivery.id)}
                  >
                    Send again
                  </Button>,
                ],
              }))}
            />
          )}
        </LoadedContent>
      </Card>
      <WebhookSecretCard organisationId={organisationId} />
    </>
  );
}
