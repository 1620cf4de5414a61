// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { KeyPurpose } from '@perfuse/contract/account/keys';
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { z } from '@perfuse/contract/schema';
import layout from '../components/layout.module.css';
import { AdminError } from '../api/admin-error.ts';
import { TextArea } from '../components/TextArea.tsx';
import { SaveDialog } from '../components/SaveDialog.tsx';
import { SaveResult } from '../components/SaveResult.tsx';
import { fieldErrorOf, useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSession } from '../api/session-context.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';

export interface AddKeyDialogProps {
  readonly organisationId: string;
  readonly purpose: KeyPurpose;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

const jsonObject = z.record(z.string(), z.unknown());

/** @throws AdminError for input that is no JSON object. */
function parseKey(typed: string): Record<string, unknown> {
  try {
    return jsonObject.parse(JSON.parse(typed));
  } catch {
    const fields = { key: [['VALID_PROPERTIES', ['is not a JSON web key']]] } satisfies FieldErrors;
    throw new AdminError('VALIDATION_ERROR', 'This is not a JSON web key.', fields);
  }
}

/** Stores the public half of a key pair that the organisation created itself. */
export function AddKeyDialog(props: AddKeyDialogProps): ReactNode {
  const { organisationId, purpose, onAdded, onClose } = props;
  const { callAdmin } = useSession();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const save = useSave();
  useUnsavedChanges(name !== '' || typed !== '');
  // The server names the key or its invalid member, such as `kty`, which the message below the fields repeats.
  const errors = save.error?.fields ?? {};
  const wrong = Object.keys(errors).find((path) => path !== 'name');
  const add = async (): Promise<void> => {
    const isAdded = await save.run(async () => {
      const body = { purpose, name, publicKey: parseKey(typed) };
      await callAdmin('addKey', { params: { id: organisationId }, body });
    });
    if (!isAdded) return;
    onAdded();
    onClose();
  };
  return (
    <SaveDialog
      title="Store a public key"
      save={save}
      action="Store"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <div className={layout['form']}>
        <p>Keep the private key to yourself: a key that includes it is rejected.</p>
        <TextField
          label="Name"
          note="optional"
          value={name}
          onChange={setName}
          error={save.fieldError('name')}
        />
        <TextArea
          label="Public JSON web key"
          rows={5}
          value={typed}
          onChange={setTyped}
          error={wrong === undefined ? undefined : fieldErrorOf(errors, wrong)}
          hint='Such as {"kty":"EC","crv":"P-256","x":"…","y":"…"}'
        />
        <SaveResult save={save} />
      </div>
    </SaveDialog>
  );
}
