// SPDX-License-Identifier: Apache-2.0
import { useCallback, type ReactNode } from 'react';
import { NavLink, useParams } from 'react-router';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import { useLoaded, type Loaded } from '../api/use-loaded.ts';
import { AuditList } from '../audit/AuditList.tsx';
import { ConfigurationsTab } from '../configurations/ConfigurationsTab.tsx';
import { KeysTab } from '../keys/KeysTab.tsx';
import styles from '../components/layout.module.css';
import { NotFoundPage } from '../layout/NotFoundPage.tsx';
import { Page } from '../layout/Page.tsx';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { SuspensionNotice } from '../components/SuspensionNotice.tsx';
import { useSession } from '../api/session-context.ts';
import { UsageTab } from '../usage/UsageTab.tsx';
import { WebhooksTab } from '../webhooks/WebhooksTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';

interface Tab {
  readonly path: string;
  readonly label: string;
  readonly show: (organisation: AdminOrganisation, loaded: Loaded<AdminOrganisation>) => ReactNode;
}

const TABS: readonly Tab[] = [
  {
    path: '',
    label: 'Configurations',
    show: (organisation) => <ConfigurationsTab organisation={organisation} />,
  },
  {
    path: 'details',
    label: 'Details',
    show: (organisation, loaded) => (
      <DetailsTab organisation={organisation} onChanged={loaded.replace} onAdded={loaded.reload} />
    ),
  },
  { path: 'keys', label: 'Keys', show: ({ id }) => <KeysTab organisationId={id} /> },
  { path: 'webhooks', label: 'Webhooks', show: ({ id }) => <WebhooksTab organisationId={id} /> },
  { path: 'usage', label: 'Usage', show: ({ id }) => <UsageTab organisationId={id} /> },
  { path: 'audit', label: 'Audit log', show: ({ id }) => <AuditList organisationId={id} /> },
];

/** One organisation: its links, its details, its keys, and its audit log. */
export function OrganisationPage(): ReactNode {
  const { id = '', part: path = '' } = useParams();
  const { callAdmin } = useSession();
  const loaded = useLoaded(
    useCallback(() => callAdmin('organisation', { params: { id } }), [callAdmin, id]),
  );
  const part = TABS.find((one) => one.path === path);
  if (part === undefined) return <NotFoundPage />;
  const { load } = loaded;
  return (
    <Page
      title={load.state === 'loaded' ? load.value.name : 'Organisation'}
      part={part.label}
      back={{ to: '/', label: 'Organisations' }}
    >
      <nav className={styles['tabs']} aria-label="Organisation">
        {TABS.map((one) => (
          <NavLink key={one.path} to={`/organisations/${id}${one.path && `/${one.path}`}`} end>
            {one.label}
          </NavLink>
        ))}
      </nav>
      <LoadedContent loaded={loaded}>
        {(organisation) => (
          <>
            <SuspensionNotice active={organisation.active} />
            {part.show(organisation, loaded)}
          </>
        )}
      </LoadedContent>
    </Page>
  );
}
