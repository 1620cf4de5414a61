// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { KEY_CURVES, type KeyCurve, type KeyPurpose } from '@perfuse/contract/account/keys';
import type { AdminKeys } from '@perfuse/contract/admin/keys';
import layout from '../components/layout.module.css';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { SaveDialog } from '../components/SaveDialog.tsx';
import { SaveResult } from '../components/SaveResult.tsx';
import { useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSession } from '../api/session-context.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { SecretDialog } from '../components/SecretDialog.tsx';

export interface CreateKeyDialogProps {
  readonly organisationId: string;
  readonly purpose: KeyPurpose;
  /** The key that the new one replaces; it remains valid until it is revoked. */
  readonly replaces: AdminKeys['keys'][number] | null;
  /** Called also after a failure: a pair may exist whose private half never arrived. */
  readonly onTried: () => void;
  readonly onClose: () => void;
}

/** Creates a key pair and shows the private half once. */
export function CreateKeyDialog(props: CreateKeyDialogProps): ReactNode {
  const { organisationId, purpose, replaces, onTried, onClose } = props;
  const { callAdmin } = useSession();
  const [name, setName] = useState(replaces?.name ?? '');
  const [curve, setCurve] = useState<KeyCurve>(replaces?.publicKey.crv ?? 'P-256');
  const [made, setMade] = useState<{ readonly id: string; readonly privateKey: string } | null>(
    null,
  );
  const save = useSave();
  useUnsavedChanges(name !== (replaces?.name ?? ''));
  const make = async (): Promise<void> => {
    await save.run(async () => {
      const body = { purpose, name, curve };
      setMade(await callAdmin('createKey', { params: { id: organisationId }, body }));
    });
    onTried();
  };
  if (made !== null) {
    return (
      <SecretDialog
        title={`Key ${made.id}`}
        label="Private key (PKCS #8)"
        secret={made.privateKey.trim()}
        onClose={onClose}
      >
        Use its ID, <span className={layout['mono']}>{made.id}</span>, as the{' '}
        <span className={layout['mono']}>kid</span> of what you sign.
        {replaces !== null && ' The old key works until you revoke it.'}
      </SecretDialog>
    );
  }
  return (
    <SaveDialog
      title={replaces === null ? 'Create a key pair' : 'Rotate the key'}
      save={save}
      action="Create the key pair"
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <div className={layout['form']}>
        <p>
          {replaces === null
            ? 'The private key is shown once and not stored.'
            : 'A new key pair is created. The current key keeps working while your server switches over; revoke it afterwards.'}
        </p>
        <TextField
          label="Name"
          note="optional"
          value={name}
          onChange={setName}
          error={save.fieldError('name')}
        />
        {purpose === 'launch' && (
          <SelectField
            label="Curve"
            value={curve}
            options={KEY_CURVES.map((one) => ({ value: one, label: one }))}
            onChange={setCurve}
          />
        )}
        <SaveResult save={save} />
      </div>
    </SaveDialog>
  );
}
