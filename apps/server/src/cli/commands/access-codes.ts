// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { UsageError } from '../failure.ts';
import { assertFound, findOrganisation, findStudy } from '../find.ts';
import { iso, isoOrNull, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { addList, inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

function moment(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError('--expires must be a date such as 2030-12-31');
  if (ms <= Date.now()) throw new UsageError('--expires is in the past');
  return ms;
}

export function addAccessCodes(program: TerminalCommand): void {
  const group = program
    .command('access-code')
    .description('codes that people enter in the consumer edition');
  const create = group
    .command('create')
    .description('create an access code, or reactivate an expired or revoked one')
    .argument('<code>', 'upper or lower case letters, digits, _ and -')
    .option(...ORGANISATION_OPTION)
    .option('--study <name or id>', "default: the organisation's only one")
    .option('--expires <date>', 'when it stops working, such as 2030-12-31');
  handle(
    create,
    z.extend(inOrganisation, {
      code: z.string(),
      study: z.optional(z.string()),
      expires: z.optional(z.string()),
    }),
    async (given, operator) => {
      const organisation = await findOrganisation(operator, given.organisation);
      const study = await findStudy(operator, organisation, given.study);
      const expires = moment(given.expires);
      const { directory } = operator.accounts;
      const target = { target: given.code.toUpperCase(), organisationId: organisation.id };
      const code = await operator.change('access-code.create', target, () =>
        directory.createAccessCode(organisation.id, study.id, given.code, expires),
      );
      const result = { code, studyId: study.id, expires: isoOrNull(expires) };
      return { result, text: sheet(result) };
    },
  );
  examples(create, 'perfuse access-code create ACME-2030 --organisation acme --expires 2030-12-31');

  addList(group, 'access codes', {
    rows: async (id, operator) =>
      (await operator.accounts.directory.accessCodes(id)).map((row) => ({
        code: row.code,
        active: row.active,
        studyId: row.study_id,
        expires: isoOrNull(row.expires_at),
        created: iso(row.created_at),
      })),
    columns: ['CODE', 'ACTIVE', 'EXPIRES', 'STUDY'],
    cells: (row) => [row.code, row.active, row.expires, row.studyId],
  });

  handle(
    group.command('revoke').description('revoke an access code').argument('<code>'),
    z.object({ code: z.string() }),
    async ({ code }, { accounts: { directory }, change }) => {
      await change('access-code.revoke', code.toUpperCase(), async () =>
        assertFound(await directory.revokeAccessCode(code), 'access code', code),
      );
      return { result: { code: code.toUpperCase() }, text: `${code} no longer works.` };
    },
  );
}
