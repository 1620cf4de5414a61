// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminKeys } from '@perfuse/contract/admin/keys';
import layout from '../components/layout.module.css';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { formatDay } from '../components/format-date.ts';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { SaveResult } from '../components/SaveResult.tsx';
import { SecretDialog } from '../components/SecretDialog.tsx';

type Licence = AdminKeys['licences'][number];

interface NewLicenceProps {
  readonly organisationId: string;
  /** Called also after a failure: a licence may exist whose key never arrived. */
  readonly onTried: () => void;
}

/** Creates a licence and shows its key once. */
function NewLicence({ organisationId, onTried }: NewLicenceProps): ReactNode {
  const { callAdmin } = useSession();
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const save = useSave();
  useUnsavedChanges(name !== '');
  const make = async (): Promise<void> => {
    await save.run(async () => {
      const made = await callAdmin('createLicence', {
        params: { id: organisationId },
        body: { name },
      });
      setSecret(made.key);
      setName('');
    }, 'Created.');
    onTried();
  };
  return (
    <>
      <Form className={layout['form']} onSubmit={() => void make()}>
        <TextField
          label="Name of a new licence"
          value={name}
          onChange={setName}
          hint="What it is for, such as “portal server”."
          error={save.fieldError('name')}
        />
        <SaveResult save={save} />
        <span>
          <Button type="submit" variant="secondary" isPending={save.isBusy}>
            Create a licence
          </Button>
        </span>
      </Form>
      {secret !== null && (
        <SecretDialog
          title="New licence"
          label="Licence key"
          secret={secret}
          onClose={() => setSecret(null)}
        >
          Anyone who has it can register devices of this organisation.
        </SecretDialog>
      )}
    </>
  );
}

export interface LicenceListProps {
  readonly organisationId: string;
  readonly licences: readonly Licence[];
  readonly onChanged: () => void;
}

/** Keys that servers and programs register devices with. */
export function LicenceList(props: LicenceListProps): ReactNode {
  const { organisationId, licences, onChanged } = props;
  const { callAdmin } = useSession();
  const [ending, setEnding] = useState<Licence | null>(null);
  const revoke = async (): Promise<void> => {
    if (ending === null) return;
    await callAdmin('revokeLicence', { params: { id: organisationId, licenceId: ending.id } });
    onChanged();
  };
  return (
    <Card title="Licences">
      <p className={layout['soft']}>
        Your server, like any client of the analysis service, uses a licence to register a device
        and get the tokens of a launch.
      </p>
      <Table
        label="Licences"
        columns={['Name', 'Kind', 'Created', 'State', 'Actions']}
        none="No licences yet."
        rows={licences.map((licence) => ({
          key: licence.id,
          cells: [
            licence.name === '' ? '–' : licence.name,
            licence.kind,
            formatDay(licence.createdAt),
            <Tag key="state" tone={licence.active ? 'good' : 'plain'}>
              {licence.active ? 'in use' : 'revoked'}
            </Tag>,
            licence.active && licence.kind === 'organisation' && (
              <Button
                key="revoke"
                variant="quiet"
                aria-label={`Revoke licence ${licence.name}`}
                onPress={() => setEnding(licence)}
              >
                Revoke
              </Button>
            ),
          ],
        }))}
      />
      <NewLicence organisationId={organisationId} onTried={onChanged} />
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title="Revoke the licence?"
        action="Revoke"
        onConfirm={revoke}
      >
        The tokens of every device registered with it stop working immediately, and people signed in
        on those devices are signed out. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
