// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import styles from '../components/layout.module.css';
import { useSession } from '../api/session-context.ts';
import { SuspensionCard } from './SuspensionCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { NameListCard } from './NameListCard.tsx';
import { studyNames } from '../components/study-names.ts';

export interface DetailsTabProps {
  readonly organisation: AdminOrganisation;
  readonly onChanged: (organisation: AdminOrganisation) => void;
  /** Called when a study or a branch was added. */
  readonly onAdded: () => void;
}

/** Details of an organisation, its studies and branches, and its suspension. */
export function DetailsTab({ organisation, onChanged, onAdded }: DetailsTabProps): ReactNode {
  const { callAdmin, session } = useSession();
  const params = { id: organisation.id };
  return (
    <>
      <DetailsCard organisation={organisation} onChanged={onChanged} />
      <div className={styles['columns']}>
        <NameListCard
          title="Studies"
          about="Measurements belong to a study."
          names={studyNames(organisation)}
          label="New study"
          onAdd={async (name) => {
            await callAdmin('createStudy', { params, body: { name } });
            onAdded();
          }}
        />
        <NameListCard
          title="Branches"
          about="Sites or departments that configurations belong to."
          names={organisation.branches}
          label="New branch"
          onAdd={async (name) => {
            await callAdmin('createBranch', { params, body: { name } });
            onAdded();
          }}
        />
      </div>
      {session.administrator.organisationId === null && (
        <SuspensionCard organisation={organisation} onChanged={onChanged} />
      )}
    </>
  );
}
