// SPDX-License-Identifier: Apache-2.0
import { Fragment, useCallback, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import { configurationPath } from '@perfuse/contract/launch/link';
import { useLoaded } from '../api/use-loaded.ts';
import styles from '../components/layout.module.css';
import { CopyButton } from '../components/CopyButton.tsx';
import { formatDateTime } from '../components/format-date.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { isStudyInactive } from '../components/study-names.ts';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useAppAddress, useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

/** The links of an organisation. */
export function ConfigurationsTab({
  organisation,
}: {
  readonly organisation: AdminOrganisation;
}): ReactNode {
  const { id, branches } = organisation;
  const { callAdmin } = useSession();
  const app = useAppAddress();
  const navigate = useNavigate();
  const loaded = useLoaded(
    useCallback(() => callAdmin('configurations', { params: { id } }), [callAdmin, id]),
  );
  return (
    <>
      <span className={styles['actions']}>
        <Button onPress={() => void navigate(`/organisations/${id}/new`)}>New configuration</Button>
      </span>
      <Card title="Configurations">
        <p className={styles['soft']}>
          Each configuration has a link that opens the app with its settings. Share the link, or
          have your server create signed links.
        </p>
        <LoadedContent loaded={loaded}>
          {({ configurations }) => (
            <Table
              label="Configurations"
              columns={['Configuration', 'Branch', 'Settings', 'Changed', 'Link']}
              none="No configurations yet. Create one to get a link."
              rows={configurations.map((row) => ({
                key: row.id,
                cells: [
                  <Fragment key="link">
                    <Link to={`/organisations/${id}/configurations/${row.id}`}>{row.id}</Link>{' '}
                    {isStudyInactive(organisation, row) && <Tag tone="bad">study inactive</Tag>}
                  </Fragment>,
                  branches.find((branch) => branch.id === row.branchId)?.name ?? '–',
                  Object.keys(row.settings).length,
                  formatDateTime(row.updatedAt),
                  <CopyButton key="copy" text={`${app}${configurationPath(row.id)}`} what="link" />,
                ],
              }))}
            />
          )}
        </LoadedContent>
      </Card>
    </>
  );
}
