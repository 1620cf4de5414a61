// SPDX-License-Identifier: Apache-2.0
/** Studies and branches: how an organisation divides its measurements, and itself. */
import { z } from '@perfuse/contract/schema';
import type { BranchRow, CountedStudyRow } from '../../modules/organisations/index.ts';
import { findOrganisation } from '../find.ts';
import { nameText } from '../input.ts';
import { iso, sheet, table } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';

export const ORGANISATION_OPTION = [
  '-o, --organisation <name>',
  "identifier or id; default: the installation's own",
] as const;
export const inOrganisation = z.object({ organisation: z.optional(z.string()) });

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
  const group = program.command('study').description('studies, to which measurements belong');
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

  handle(
    group
      .command('list')
      .description('list the studies of an organisation')
      .option(...ORGANISATION_OPTION),
    inOrganisation,
    async ({ organisation }, operator) => {
      const { id } = await findOrganisation(operator, organisation);
      const all = { organisationId: id, limit: 10_000, offset: 0 };
      const rows = (await operator.organisations.listStudies(all)).rows.map(studyView);
      return {
        result: rows,
        text: table(
          ['NAME', 'STATUS', 'MEASUREMENTS', 'ID'],
          rows.map((row) => [row.name, row.status, row.measurements, row.id]),
          'There are no studies.',
        ),
      };
    },
  );
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

  handle(
    group
      .command('list')
      .description('list the branches of an organisation')
      .option(...ORGANISATION_OPTION),
    inOrganisation,
    async ({ organisation }, operator) => {
      const { id } = await findOrganisation(operator, organisation);
      const rows = (await operator.configurations.branches(id)).map(branchView);
      const text = table(
        ['NAME', 'ID'],
        rows.map((row) => [row.name, row.id]),
        'There are no branches.',
      );
      return { result: rows, text };
    },
  );
}
