// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { Page } from '../layout/Page.tsx';
import { FormCard } from '../components/FormCard.tsx';
import { useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSession } from '../api/session-context.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';

/** Converts a name to an identifier: lower-case letters, digits and dashes. */
export const identifierOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);

const FIRST_STUDY = 'Vital signs';

export function NewOrganisationPage(): ReactNode {
  const { callAdmin } = useSession();
  const [name, setName] = useState('');
  const [identifier, setIdentifier] = useState<string | null>(null);
  const [study, setStudy] = useState(FIRST_STUDY);
  const [madeId, setMadeId] = useState<string | null>(null);
  const save = useSave();
  const isTyped = name !== '' || identifier !== null || study !== FIRST_STUDY;
  useUnsavedChanges(isTyped && madeId === null);
  const wanted = identifier ?? identifierOf(name);
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      const made = await callAdmin('createOrganisation', {
        body: { name, identifier: wanted, study },
      });
      setMadeId(made.id);
    });
  if (madeId !== null) return <Navigate to={`/organisations/${madeId}`} />;
  return (
    <Page title="New organisation" back={{ to: '/', label: 'Organisations' }}>
      <FormCard title="Name" save={save} onSubmit={() => void submit()} action="Create">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          hint="Shown in the app and in the consent."
          error={save.fieldError('name')}
        />
        <TextField
          label="Identifier"
          value={wanted}
          onChange={setIdentifier}
          hint="Short public name: lowercase letters, digits and hyphens. It cannot be changed later."
          error={save.fieldError('identifier')}
        />
        <TextField
          label="First study"
          value={study}
          onChange={setStudy}
          hint="Measurements belong to a study."
          error={save.fieldError('study')}
        />
      </FormCard>
    </Page>
  );
}
