// SPDX-License-Identifier: Apache-2.0
import { useCallback, useState, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import { AdminError } from '../api/admin-error.ts';
import { useLoaded } from '../api/use-loaded.ts';
import layout from '../components/layout.module.css';
import { Page } from '../layout/Page.tsx';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { SuspensionNotice } from '../components/SuspensionNotice.tsx';
import { isStudyInactive } from '../components/study-names.ts';
import { useSave } from '../components/use-save.ts';
import { useSession } from '../api/session-context.ts';
import { StudyAndBranchCard } from './StudyAndBranchCard.tsx';
import { LinkCard } from './LinkCard.tsx';
import { Preview } from './Preview.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { RemoveConfiguration } from './RemoveConfiguration.tsx';

interface Both {
  readonly organisation: AdminOrganisation;
  readonly configuration: AdminConfiguration;
}

/** One configuration: its link, its settings, its preview. */
export function ConfigurationPage(): ReactNode {
  const { id = '', configId = '' } = useParams();
  const { callAdmin } = useSession();
  const fetchBoth = useCallback(async (): Promise<Both> => {
    const params = { id };
    const organisation = await callAdmin('organisation', { params });
    const { configurations } = await callAdmin('configurations', { params });
    const configuration = configurations.find((one) => one.id === configId);
    if (configuration !== undefined) return { organisation, configuration };
    throw new AdminError('NOT_FOUND', 'There is no such configuration.');
  }, [callAdmin, id, configId]);
  const loaded = useLoaded(fetchBoth);
  const name =
    loaded.load.state === 'loaded' ? loaded.load.value.organisation.name : 'Organisation';
  return (
    <Page title={configId} back={{ to: `/organisations/${id}`, label: name }}>
      <LoadedContent loaded={loaded}>
        {(both) => (
          <>
            <SuspensionNotice active={both.organisation.active} />
            <Configuration
              {...both}
              onChanged={(configuration) => loaded.replace({ ...both, configuration })}
              onReload={async () => loaded.replace(await fetchBoth())}
            />
          </>
        )}
      </LoadedContent>
    </Page>
  );
}

interface ConfigurationProps extends Both {
  readonly onChanged: (configuration: AdminConfiguration) => void;
  readonly onReload: () => Promise<void>;
}

function Configuration(props: ConfigurationProps): ReactNode {
  const { organisation, configuration, onChanged, onReload } = props;
  const { callAdmin } = useSession();
  const save = useSave();
  const params = { id: organisation.id, configId: configuration.id };
  const { updatedAt } = configuration;
  const [isRemoved, setRemoved] = useState(false);
  // Replaces the forms: their input is not to be saved any more.
  if (isRemoved) return <Navigate to={`/organisations/${organisation.id}`} />;
  return (
    <div className={layout['split']}>
      <div className={layout['form']}>
        <LinkCard
          configId={configuration.id}
          isStudyInactive={isStudyInactive(organisation, configuration)}
        />
        <SettingsForm
          settings={configuration.settings}
          save={save}
          onSave={(settings) =>
            save.run(async () => {
              const body = { updatedAt, settings };
              onChanged(await callAdmin('changeConfiguration', { params, body }));
            }, 'Saved. Applies whenever the link is opened from now on.')
          }
          onReload={onReload}
        />
        <StudyAndBranchCard
          organisation={organisation}
          configuration={configuration}
          onSave={async (belonging) => {
            const body = { updatedAt, ...belonging };
            onChanged(await callAdmin('changeConfiguration', { params, body }));
          }}
          onReload={onReload}
        />
        <RemoveConfiguration
          configId={configuration.id}
          onRemove={async () => {
            await callAdmin('removeConfiguration', { params });
            setRemoved(true);
          }}
        />
      </div>
      <div className={layout['sticky']}>
        <Preview configId={configuration.id} revision={updatedAt} />
      </div>
    </div>
  );
}
