// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import layout from '../components/layout.module.css';
import { FormCard } from '../components/FormCard.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { studyNames } from '../components/study-names.ts';
import { useSave } from '../components/use-save.ts';

export interface StudyAndBranchCardProps {
  readonly organisation: AdminOrganisation;
  readonly configuration: AdminConfiguration;
  readonly onSave: (belonging: {
    readonly studyId: string;
    readonly branchId: string | null;
  }) => Promise<void>;
}

const options = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Which study and branch the measurements of a link belong to. */
export function StudyAndBranchCard({
  organisation,
  configuration,
  onSave,
}: StudyAndBranchCardProps): ReactNode {
  const [studyId, setStudyId] = useState(configuration.studyId);
  const [branchId, setBranchId] = useState(configuration.branchId ?? '');
  const save = useSave();
  const submit = (): Promise<boolean> =>
    save.run(() => onSave({ studyId, branchId: branchId === '' ? null : branchId }));
  return (
    <FormCard
      title="Belongs to"
      save={save}
      onSubmit={() => void submit()}
      action="Save study and branch"
    >
      <div className={layout['columns']}>
        <SelectField
          label="Study"
          options={options(studyNames(organisation))}
          value={studyId}
          onChange={setStudyId}
          error={save.fieldError('studyId')}
        />
        <SelectField
          label="Branch"
          options={[{ value: '', label: 'None' }, ...options(organisation.branches)]}
          value={branchId}
          onChange={setBranchId}
          error={save.fieldError('branchId')}
        />
      </div>
    </FormCard>
  );
}
