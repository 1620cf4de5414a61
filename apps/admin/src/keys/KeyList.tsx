// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { KeyPurpose } from '@perfuse/contract/account/keys';
import type { AdminKeys } from '@perfuse/contract/admin/keys';
import layout from '../components/layout.module.css';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { formatDay } from '../components/format-date.ts';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { AddKeyDialog } from './AddKeyDialog.tsx';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';

type Key = AdminKeys['keys'][number];

export interface KeyListProps {
  readonly organisationId: string;
  readonly purpose: KeyPurpose;
  readonly title: string;
  readonly about: string;
  readonly keys: readonly Key[];
  readonly onChanged: () => void;
}

/** The open dialog: a new pair (replacing one, or not), a public half to store, or a key to revoke. */
type Open =
  | { readonly is: 'none' }
  | { readonly is: 'making'; readonly replaces: Key | null }
  | { readonly is: 'adding' }
  | { readonly is: 'revoking'; readonly key: Key };

/** Keys of one purpose: created, rotated, revoked. */
export function KeyList(props: KeyListProps): ReactNode {
  const { organisationId, purpose, title, about, keys, onChanged } = props;
  const { callAdmin } = useSession();
  const [open, setOpen] = useState<Open>({ is: 'none' });
  const close = (): void => setOpen({ is: 'none' });
  const revoke = async (): Promise<void> => {
    if (open.is !== 'revoking') return;
    await callAdmin('revokeKey', { params: { id: organisationId, keyId: open.key.id } });
    onChanged();
  };
  return (
    <Card title={title}>
      <p className={layout['soft']}>{about}</p>
      <Table
        label={title}
        columns={['Key', 'Curve', 'Created', 'State', 'Actions']}
        none="No keys yet."
        rows={keys
          .filter((key) => key.purpose === purpose)
          .map((key) => ({
            key: key.id,
            cells: [
              <span key="id">
                {key.name !== '' && <>{key.name} </>}
                <span className={layout['mono']}>{key.id}</span>
              </span>,
              key.publicKey.crv,
              formatDay(key.createdAt),
              <Tag key="state" tone={key.active ? 'good' : 'plain'}>
                {key.active ? 'in use' : 'revoked'}
              </Tag>,
              key.active && (
                <span key="change" className={layout['actions']}>
                  <Button
                    variant="quiet"
                    aria-label={`Rotate key ${key.id}`}
                    onPress={() => setOpen({ is: 'making', replaces: key })}
                  >
                    Rotate
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={`Revoke key ${key.id}`}
                    onPress={() => setOpen({ is: 'revoking', key })}
                  >
                    Revoke
                  </Button>
                </span>
              ),
            ],
          }))}
      />
      <span className={layout['actions']}>
        <Button variant="secondary" onPress={() => setOpen({ is: 'making', replaces: null })}>
          Create a key pair
        </Button>
        <Button variant="quiet" onPress={() => setOpen({ is: 'adding' })}>
          Store a public key
        </Button>
      </span>
      {open.is === 'making' && (
        <CreateKeyDialog
          organisationId={organisationId}
          purpose={purpose}
          replaces={open.replaces}
          onTried={onChanged}
          onClose={close}
        />
      )}
      {open.is === 'adding' && (
        <AddKeyDialog
          organisationId={organisationId}
          purpose={purpose}
          onAdded={onChanged}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={open.is === 'revoking'}
        onClose={close}
        title="Revoke the key?"
        action="Revoke"
        onConfirm={revoke}
      >
        {purpose === 'launch'
          ? 'Launches signed with it are rejected immediately. This cannot be undone.'
          : 'Results are no longer encrypted to it. This cannot be undone.'}
      </ConfirmDialog>
    </Card>
  );
}
