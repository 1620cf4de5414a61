// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { configurationPath } from '@perfuse/contract/launch/link';
import { Page } from '../layout/Page.tsx';
import { FormCard } from '../components/FormCard.tsx';
import { useSave } from '../components/use-save.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useAppAddress, useSession } from '../api/session-context.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';

export function NewConfigurationPage(): ReactNode {
  const { id = '' } = useParams();
  const { callAdmin } = useSession();
  const app = useAppAddress();
  const [configId, setConfigId] = useState('');
  const [pageTitle, setPageTitle] = useState('');
  const [madeId, setMadeId] = useState<string | null>(null);
  const save = useSave();
  useUnsavedChanges((configId !== '' || pageTitle !== '') && madeId === null);
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      const settings = pageTitle.trim() === '' ? {} : { branding: { pageTitle } };
      const made = await callAdmin('createConfiguration', {
        params: { id },
        body: { id: configId, settings },
      });
      setMadeId(made.id);
    });
  if (madeId !== null) {
    return <Navigate to={`/organisations/${id}/configurations/${madeId}`} />;
  }
  return (
    <Page
      title="New configuration"
      lead="Choose an ID; everything else has a default and can be set on the next page."
      back={{ to: `/organisations/${id}`, label: 'Organisation' }}
    >
      <FormCard title="Link" save={save} onSubmit={() => void submit()} action="Create">
        <TextField
          label="ID"
          value={configId}
          onChange={setConfigId}
          hint={`Part of the link, so it cannot be changed: ${app}${configurationPath(configId || '…')} · letters, digits, _ and -`}
          error={save.fieldError('id')}
        />
        <TextField
          label="Page title"
          note="optional"
          value={pageTitle}
          onChange={setPageTitle}
          hint="Shown in the browser tab."
          error={save.fieldError('branding.pageTitle')}
        />
      </FormCard>
    </Page>
  );
}
