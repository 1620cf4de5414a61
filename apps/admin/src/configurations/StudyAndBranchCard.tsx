// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import layout from '../components/layout.module.css';
import { FormCard } from '../components/FormCard.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { studyNames } from '../components/study-names.ts';
import { changedFields } from '../components/changed-fields.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useSave } from '../components/use-save.ts';
import { LoadNewer } from '../components/LoadNewer.tsx';

export interface StudyAndBranchCardProps {
  readonly organisation: AdminOrganisation;
  readonly configuration: AdminConfiguration;
  readonly onSave: (belonging: {
    readonly studyId: string;
    readonly branchId: string | null;
  }) => Promise<void>;
  readonly onReload: () => Promise<void>;
}

const options = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** The study and branch that the measurements of a link belong to. */
export function StudyAndBranchCard({
  organisation,
  configuration,
  onSave,
  onReload,
}: StudyAndBranchCardProps): ReactNode {
  const stored = { studyId: configuration.studyId, branchId: configuration.branchId ?? '' };
  const [changes, setChanges] = useState<Partial<typeof stored>>({});
  const { studyId, branchId } = { ...stored, ...changes };
  const set = (change: typeof changes): void =>
    setChanges(changedFields({ ...changes, ...change }, stored));
  useUnsavedChanges(Object.keys(changes).length > 0);
  const save = useSave();
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      await onSave({ studyId, branchId: branchId === '' ? null : branchId });
      setChanges((past) => changedFields(past, changes));
    });
  return (
    <FormCard
      title="Study and branch"
      save={save}
      onSubmit={() => void submit()}
      action="Save study and branch"
      extra={<LoadNewer save={save} onReload={onReload} />}
    >
      <div className={layout['columns']}>
        <SelectField
          label="Study"
          options={options(studyNames(organisation))}
          value={studyId}
          onChange={(id) => set({ studyId: id })}
          error={save.fieldError('studyId')}
        />
        <SelectField
          label="Branch"
          options={[{ value: '', label: 'None' }, ...options(organisation.branches)]}
          value={branchId}
          onChange={(id) => set({ branchId: id })}
          error={save.fieldError('branchId')}
        />
      </div>
    </FormCard>
  );
}
