// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { findOrganisation } from '../find.ts';
import { wholeNumber } from '../input.ts';
import { iso, listing } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { inOrganisation } from './one-organisation.ts';

export function addAudit(program: TerminalCommand): void {
  const group = program
    .command('audit')
    .description('changes made by operators and administrators');
  const list = group
    .command('list')
    .description('list changes, newest first')
    .option('-o, --organisation <name>', 'only changes to this organisation: identifier or id')
    .option('--action <name>', 'such as key.revoke; key matches every action on keys')
    .option('--refused', 'only refused and failed changes')
    .option('--limit <number>', 'maximum number of entries', '100');
  const filter = z.extend(inOrganisation, {
    action: z.optional(z.string()),
    refused: z.optional(z.boolean()),
    limit: wholeNumber(1),
  });
  handle(list, filter, async (given, operator) => {
    const { organisation, action } = given;
    const organisationId =
      organisation === undefined ? undefined : (await findOrganisation(operator, organisation)).id;
    const outcome = given.refused === true ? 'refused' : undefined;
    const entries = await operator.audit.list({
      limit: given.limit,
      organisationId,
      action,
      outcome,
    });
    const rows = entries.map((row) => ({
      time: iso(row.created_at),
      actor: row.actor,
      action: row.action,
      target: row.target,
      outcome: row.outcome,
      organisationId: row.organisation_id,
      details: row.details,
    }));
    return listing(
      rows,
      ['TIME', 'ACTOR', 'ACTION', 'OUTCOME', 'TARGET', 'FIELDS'],
      (row) => [row.time, row.actor, row.action, row.outcome, row.target, row.details],
      'There are no changes.',
    );
  });
  examples(
    list,
    'perfuse audit list --limit 20',
    'perfuse audit list --organisation acme --action key',
  );
}
