// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Page } from '../layout/Page.tsx';
import { AuditList } from './AuditList.tsx';

export function AuditPage(): ReactNode {
  return (
    <Page
      title="Audit log"
      lead="What administrators changed here, operators on the command line, and staff through the analysis service. An entry is written before its change is made, so a change that never finished shows as started."
    >
      <AuditList />
    </Page>
  );
}
