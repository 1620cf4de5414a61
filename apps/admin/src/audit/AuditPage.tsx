// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Page } from '../layout/Page.tsx';
import { AuditList } from './AuditList.tsx';

export function AuditPage(): ReactNode {
  return (
    <Page
      title="Audit log"
      lead="Changes by administrators on this page, by operators on the command line, and by staff through the analysis service. An entry is written before the change is made, so an unfinished change shows as started."
    >
      <AuditList />
    </Page>
  );
}
