// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { assertFound, findOrganisation } from '../find.ts';
import { nameText } from '../input.ts';
import { iso, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { addList, inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

export function addLicences(program: TerminalCommand): void {
  const group = program
    .command('licence')
    .description('licence keys that programs use to register devices');
  const create = group
    .command('create')
    .description('create a licence; its key is printed only once')
    .argument('<name>', 'what it is for')
    .option(...ORGANISATION_OPTION);
  handle(create, z.extend(inOrganisation, { name: nameText }), async (given, operator) => {
    const { id: owner } = await findOrganisation(operator, given.organisation);
    const { directory } = operator.accounts;
    const result = await operator.change(
      'licence.create',
      '',
      () => directory.createLicence(owner, given.name),
      ({ id }) => id,
    );
    return { result, text: `${sheet(result)}\nSave the key now. It is not stored.` };
  });
  examples(create, 'perfuse licence create "Ward tablet" --organisation acme');

  addList(group, 'licences', {
    rows: async (id, operator) =>
      (await operator.accounts.directory.licences(id)).map((row) => ({
        id: row.id,
        name: row.name,
        kind: row.kind,
        active: row.active,
        created: iso(row.created_at),
      })),
    columns: ['NAME', 'KIND', 'ACTIVE', 'ID'],
    cells: (row) => [row.name, row.kind, row.active, row.id],
  });

  handle(
    group
      .command('revoke')
      .description('revoke a licence, the tokens of its devices and the sessions on those devices')
      .argument('<id>'),
    z.object({ id: z.string() }),
    async ({ id }, { accounts: { directory }, change }) => {
      await change('licence.revoke', id, async () =>
        assertFound(await directory.revokeLicence(id), 'licence', id),
      );
      return { result: { id }, text: `Licence ${id} no longer works.` };
    },
  );

  handle(
    group
      .command('activate')
      .description('reactivate the revoked licence of visitors by link')
      .argument('<id>'),
    z.object({ id: z.string() }),
    async ({ id }, { accounts: { directory }, change }) => {
      await change('licence.activate', id, async () =>
        assertFound(await directory.activateVisitors(id), 'licence of visitors by link', id),
      );
      return { result: { id }, text: `Licence ${id} works again.` };
    },
  );
}
