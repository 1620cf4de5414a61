// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import styles from '../components/layout.module.css';
import { FormCard } from '../components/FormCard.tsx';
import { LoadNewer } from '../components/LoadNewer.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { changedFields } from '../components/changed-fields.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSave } from '../components/use-save.ts';
import { useSession } from '../api/session-context.ts';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { AddressFields, isEmptyAddress, NO_ADDRESS } from './AddressFields.tsx';
import { PictureField } from '../components/PictureField.tsx';

export interface DetailsCardProps {
  readonly organisation: AdminOrganisation;
  readonly onChanged: (organisation: AdminOrganisation) => void;
}

type Changes = Partial<
  Pick<
    AdminOrganisation,
    'name' | 'contact' | 'email' | 'addresses' | 'logo' | 'loginType' | 'allowSignup'
  >
>;

interface Edit {
  readonly changes: Changes;
  readonly readAt: number;
}

/** Name, contact, addresses, logo and sign-in of an organisation. */
export function DetailsCard({ organisation, onChanged }: DetailsCardProps): ReactNode {
  const { callAdmin } = useSession();
  /** The changes, and the version of the organisation that they were made to. */
  const [{ changes, readAt }, setEdit] = useState<Edit>({ changes: {}, readAt: 0 });
  const draft = { ...organisation, ...changes };
  const save = useSave();
  const params = { id: organisation.id };
  const addresses = changes.addresses?.filter((address) => !isEmptyAddress(address));
  // Only changed fields are sent: somebody else may have changed the others.
  const body = changedFields<Changes>(
    { ...changes, ...(addresses && { addresses }) },
    organisation,
  );
  const isUnsaved = Object.keys(body).length > 0;
  useUnsavedChanges(isUnsaved);
  const set = (change: Changes): void =>
    setEdit({
      changes: { ...changes, ...change },
      readAt: isUnsaved ? readAt : organisation.updatedAt,
    });
  const take = (newer: AdminOrganisation, saved: Changes): void => {
    onChanged(newer);
    setEdit((past) => ({ changes: changedFields(past.changes, saved), readAt: newer.updatedAt }));
  };
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      const sent = { ...body, ...(isUnsaved && { updatedAt: readAt }) };
      take(await callAdmin('changeOrganisation', { params, body: sent }), changes);
    });
  return (
    <FormCard
      title="Details"
      save={save}
      onSubmit={() => void submit()}
      action="Save details"
      extra={
        <LoadNewer
          save={save}
          onReload={async () => take(await callAdmin('organisation', { params }), {})}
        />
      }
    >
      <div className={styles['columns']}>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => set({ name })}
          error={save.fieldError('name')}
        />
        <TextField
          label="Contact"
          note="optional"
          value={draft.contact}
          onChange={(contact) => set({ contact })}
          hint="Answers questions about the data; shown in the consent."
          error={save.fieldError('contact')}
        />
        <TextField
          label="Email"
          note="optional"
          type="email"
          value={draft.email}
          onChange={(email) => set({ email })}
          error={save.fieldError('email')}
        />
      </div>
      <AddressFields
        addresses={draft.addresses.length === 0 ? [NO_ADDRESS] : draft.addresses}
        onChange={(addresses) => set({ addresses })}
        fieldError={save.fieldError}
      />
      <PictureField
        label="Logo"
        value={draft.logo}
        onChange={(logo) => set({ logo })}
        hint="Replaces the product's logo: a PNG or JPEG of at most 200 kB, or its address."
        error={save.fieldError('logo')}
      />
      <SelectField
        label="People sign in with"
        value={draft.loginType}
        onChange={(loginType) => set({ loginType })}
        options={[
          { value: 'password', label: 'Email and password' },
          { value: 'phone', label: 'Phone number and a code' },
        ]}
      />
      <Checkbox isSelected={draft.allowSignup} onChange={(allowSignup) => set({ allowSignup })}>
        People may create accounts themselves
      </Checkbox>
    </FormCard>
  );
}
