// SPDX-License-Identifier: Apache-2.0
import { useCallback, type ReactNode } from 'react';
import { NavLink, useParams } from 'react-router';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import { useLoaded, type Loaded } from '../api/use-loaded.ts';
import { AuditList } from '../audit/AuditList.tsx';
import { ConfigurationsPart } from '../configurations/ConfigurationsPart.tsx';
import { KeysPart } from '../keys/KeysPart.tsx';
import styles from '../layout/layout.module.css';
import { NotFoundPage } from '../layout/NotFoundPage.tsx';
import { Page } from '../layout/Page.tsx';
import { Pending } from '../parts/Pending.tsx';
import { useSession } from '../session/session-context.ts';
import { UsagePart } from '../usage/UsagePart.tsx';
import { WebhooksPart } from '../webhooks/WebhooksPart.tsx';
import { DetailsPart } from './DetailsPart.tsx';

interface Part {
  readonly path: string;
  readonly label: string;
  readonly show: (organisation: AdminOrganisation, loaded: Loaded<AdminOrganisation>) => ReactNode;
}

const PARTS: readonly Part[] = [
  {
    path: '',
    label: 'Configurations',
    show: (organisation) => <ConfigurationsPart organisation={organisation} />,
  },
  {
    path: 'details',
    label: 'Details',
    show: (organisation, loaded) => (
      <DetailsPart organisation={organisation} onChanged={loaded.replace} onAdded={loaded.reload} />
    ),
  },
  { path: 'keys', label: 'Keys', show: ({ id }) => <KeysPart organisationId={id} /> },
  { path: 'webhooks', label: 'Webhooks', show: ({ id }) => <WebhooksPart organisationId={id} /> },
  { path: 'usage', label: 'Usage', show: ({ id }) => <UsagePart organisationId={id} /> },
  { path: 'audit', label: 'Audit log', show: ({ id }) => <AuditList organisationId={id} /> },
];

/** One organisation: its links, its details, its keys, and what happened. */
export function OrganisationPage(): ReactNode {
  const { id = '', part: path = '' } = useParams();
  const { ask } = useSession();
  const loaded = useLoaded(useCallback(() => ask('organisation', { params: { id } }), [ask, id]));
  const part = PARTS.find((one) => one.path === path);
  if (part === undefined) return <NotFoundPage />;
  const { load } = loaded;
  return (
    <Page
      title={load.state === 'loaded' ? load.value.name : 'Organisation'}
      back={{ to: '/', label: 'Organisations' }}
    >
      <nav className={styles['tabs']} aria-label="Of the organisation">
        {PARTS.map((one) => (
          <NavLink key={one.path} to={`/organisations/${id}${one.path && `/${one.path}`}`} end>
            {one.label}
          </NavLink>
        ))}
      </nav>
      <Pending loaded={loaded}>{(organisation) => part.show(organisation, loaded)}</Pending>
    </Page>
  );
}
