// SPDX-License-Identifier: Apache-2.0
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { AUDIT_KINDS, type AuditEntry } from '@perfuse/contract/admin/audit';
import { useLoaded } from '../api/use-loaded.ts';
import layout from '../components/layout.module.css';
import { formatDateTime } from '../components/format-date.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { Table } from '../components/Table.tsx';
import { Tag } from '../components/Tag.tsx';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';

const PAGE = 50;
const ANY = { value: '', label: 'Any' };
const KINDS = [ANY, ...AUDIT_KINDS.map((kind) => ({ value: kind, label: kind }))];
const BY = [
  ANY,
  { value: 'administrator', label: 'Administrator' },
  { value: 'cli', label: 'Command line' },
  { value: 'user', label: 'Staff or account holder' },
];
const ENDED = [
  ANY,
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused or failed' },
];

const toneOf = (outcome: string) => {
  if (outcome === 'done') return 'good';
  return outcome === 'started' ? 'plain' : 'bad';
};

const row = (entry: AuditEntry) => ({
  key: entry.id,
  cells: [
    formatDateTime(entry.at),
    entry.actorEmail === '' ? entry.actor : entry.actorEmail,
    entry.action,
    <span key="target" className={layout['mono']}>
      {entry.target}
    </span>,
    entry.details,
    <Tag key="outcome" tone={toneOf(entry.outcome)}>
      {entry.outcome}
    </Tag>,
  ],
});

/** Changes, newest first: all that the administrator may see, or those of one organisation. */
export function AuditList({ organisationId }: { readonly organisationId?: string }): ReactNode {
  const { callAdmin } = useSession();
  const [action, setAction] = useState('');
  const [by, setBy] = useState('');
  const [outcome, setOutcome] = useState('');
  /** The last entry of each newer page. Paging by count would shift when entries are added. */
  const [above, setAbove] = useState<readonly string[]>([]);
  const after = above.at(-1);
  const loaded = useLoaded(
    useCallback(
      () =>
        callAdmin('audit', {
          query: { organisation: organisationId, action, by, outcome, after, limit: PAGE },
        }),
      [callAdmin, organisationId, action, by, outcome, after],
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const turnTo = (pages: readonly string[]): void => {
    setAbove(pages);
    // The pressed button is replaced with the page.
    list.current?.focus();
  };
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value);
    setAbove([]);
  };
  return (
    <Card>
      <div className={layout['columns']}>
        <SelectField label="Action" options={KINDS} value={action} onChange={filter(setAction)} />
        <SelectField label="By" options={BY} value={by} onChange={filter(setBy)} />
        <SelectField
          label="Outcome"
          options={ENDED}
          value={outcome}
          onChange={filter(setOutcome)}
        />
      </div>
      <div ref={list} role="group" aria-label="Changes" tabIndex={-1} className={layout['form']}>
        <LoadedContent loaded={loaded}>
          {({ entries, hasMore }) => (
            <>
              <Table
                label="Changes"
                columns={['Time', 'By', 'Action', 'Target', 'Fields', 'Outcome']}
                none="No changes."
                rows={entries.map(row)}
              />
              <span className={layout['actions']}>
                {above.length > 0 && (
                  <Button variant="secondary" onPress={() => turnTo(above.slice(0, -1))}>
                    Newer
                  </Button>
                )}
                {hasMore && (
                  <Button
                    variant="secondary"
                    onPress={() => turnTo([...above, ...entries.slice(-1).map(({ id }) => id)])}
                  >
                    Older
                  </Button>
                )}
              </span>
            </>
          )}
        </LoadedContent>
      </div>
    </Card>
  );
}
