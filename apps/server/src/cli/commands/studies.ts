// SPDX-License-Identifier: Apache-2.0
/** Commands for studies, which group an organisation's measurements, and branches, which are its parts. */
import { z } from '@perfuse/contract/schema';
import type { BranchRow, CountedStudyRow } from '../../modules/organisations/index.ts';
import { findOrganisation } from '../find.ts';
import { nameText } from '../input.ts';
import { iso, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { addList, inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

const studyView = (row: CountedStudyRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  measurements: row.measurements,
  participants: row.participants,
  created: iso(row.created_at),
});

const branchView = (row: BranchRow) => ({
  id: row.id,
  name: row.name,
  created: iso(row.created_at),
});

const made = (result: { readonly id: string; readonly name: string }) => ({
  result,
  text: sheet(result),
});

const creation = z.extend(inOrganisation, {
  name: nameText,
  description: z._default(z.string(), ''),
});

export function addStudies(program: TerminalCommand): void {
  const group = program.command('study').description('studies that measurements belong to');
  const create = group
    .command('create')
    .description('create a study')
    .argument('<name>')
    .option(...ORGANISATION_OPTION)
    .option('--description <text>');
  handle(create, creation, async ({ organisation, name, description }, operator) => {
    const { id: owner } = await findOrganisation(operator, organisation);
    const { directory } = operator.accounts;
    const id = await operator.change(
      'study.create',
      '',
      () => directory.createStudy(owner, name, description),
      (study) => study,
    );
    return made({ id, name });
  });
  examples(create, 'perfuse study create "Night shifts" --organisation acme');

  addList(group, 'studies', {
    rows: async (id, operator) => {
      const all = { organisationId: id, limit: 10_000, offset: 0 };
      return (await operator.organisations.listStudies(all)).rows.map(studyView);
    },
    columns: ['NAME', 'STATUS', 'MEASUREMENTS', 'ID'],
    cells: (row) => [row.name, row.status, row.measurements, row.id],
  });
}

export function addBranches(program: TerminalCommand): void {
  const group = program.command('branch').description('places or departments of an organisation');
  const create = group
    .command('create')
    .description('create a branch')
    .argument('<name>')
    .option(...ORGANISATION_OPTION);
  handle(create, creation, async ({ organisation, name }, operator) => {
    const { id: owner } = await findOrganisation(operator, organisation);
    const id = await operator.change(
      'branch.create',
      '',
      () => operator.configurations.createBranch(owner, name),
      (branch) => branch,
    );
    return made({ id, name });
  });
  examples(create, 'perfuse branch create "Leeds" --organisation acme');

  addList(group, 'branches', {
    rows: async (id, operator) => (await operator.configurations.branches(id)).map(branchView),
    columns: ['NAME', 'ID'],
    cells: (row) => [row.name, row.id],
  });
}
