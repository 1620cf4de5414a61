// SPDX-License-Identifier: Apache-2.0
import { useCallback, useState, type ReactNode } from 'react';
import { useLoaded } from '../api/use-loaded.ts';
import layout from '../components/layout.module.css';
import { formatDate } from '../components/format-date.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { Table } from '../components/Table.tsx';
import { useSession } from '../api/session-context.ts';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { OUTCOME_LABELS, UsageChart } from './UsageChart.tsx';

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '366', label: 'Last 12 months' },
];

/** Numbers of measurements: totals only, no personal data. */
export function UsageTab({ organisationId }: { readonly organisationId: string }): ReactNode {
  const { callAdmin } = useSession();
  const [days, setDays] = useState('30');
  const loaded = useLoaded(
    useCallback(
      () => callAdmin('usage', { params: { id: organisationId }, query: { days } }),
      [callAdmin, organisationId, days],
    ),
  );
  return (
    <Card title="Measurements">
      <p className={layout['soft']}>
        Counted by day (UTC) and outcome. The counts contain nothing about a person or a result.
      </p>
      <SelectField label="Period" options={PERIODS} value={days} onChange={setDays} />
      <LoadedContent loaded={loaded}>
        {(usage) => (
          <>
            <UsageChart usage={usage} />
            <Disclosure title="By day" level={3}>
              <Table
                label="Measurements by day"
                columns={['Day', ...Object.values(OUTCOME_LABELS)]}
                none="No measurements."
                rows={usage.days
                  .filter(({ started, completed, failed, abandoned }) =>
                    [started, completed, failed, abandoned].some((count) => count > 0),
                  )
                  .reverse()
                  .map((row) => ({
                    key: row.day,
                    cells: [
                      formatDate(row.day),
                      row.started,
                      row.completed,
                      row.failed,
                      row.abandoned,
                    ],
                  }))}
              />
            </Disclosure>
          </>
        )}
      </LoadedContent>
    </Card>
  );
}
