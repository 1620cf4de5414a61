// SPDX-License-Identifier: Apache-2.0
import { Fragment, useCallback, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLoaded } from '../api/use-loaded.ts';
import styles from '../components/layout.module.css';
import { Page } from '../layout/Page.tsx';
import { formatDay } from '../components/format-date.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

/** Every organisation that the administrator may see. */
export function OrganisationsPage(): ReactNode {
  const { callAdmin, session } = useSession();
  const navigate = useNavigate();
  const loaded = useLoaded(useCallback(() => callAdmin('organisations'), [callAdmin]));
  return (
    <Page
      title="Organisations"
      lead="Each organisation measures people, is responsible for their data, and has its own links, keys and branding."
    >
      {session.administrator.organisationId === null && (
        <span className={styles['actions']}>
          <Button onPress={() => void navigate('/new-organisation')}>New organisation</Button>
        </span>
      )}
      <Card>
        <LoadedContent loaded={loaded}>
          {({ organisations }) => (
            <Table
              label="Organisations"
              columns={['Name', 'Identifier', 'Configurations', 'Created']}
              none="No organisations yet."
              rows={organisations.map((row) => ({
                key: row.id,
                cells: [
                  <Fragment key="link">
                    <Link to={`/organisations/${row.id}`}>{row.name}</Link>{' '}
                    {!row.active && <Tag tone="bad">suspended</Tag>}
                  </Fragment>,
                  <span key="id" className={styles['mono']}>
                    {row.identifier}
                  </span>,
                  row.configurations,
                  formatDay(row.createdAt),
                ],
              }))}
            />
          )}
        </LoadedContent>
      </Card>
    </Page>
  );
}
