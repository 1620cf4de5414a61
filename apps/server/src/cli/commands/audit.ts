// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import { z } from '@perfuse/contract/schema';
import { iso, table } from '../output.ts';
import { examples, handle } from '../perform.ts';

export function addAudit(program: Command): void {
  const group = program.command('audit').description('what operators changed');
  const list = group
    .command('list')
    .description('list changes, newest first')
    .option('--limit <number>', 'at most so many', '100');
  const limit = z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.transform(Number),
  );
  handle(list, z.object({ limit }), async (given, { audit }) => {
    const rows = (await audit.list(given.limit)).map((row) => ({
      time: iso(row.created_at),
      actor: row.actor,
      action: row.action,
      target: row.target,
      outcome: row.outcome,
    }));
    return {
      result: rows,
      text: table(
        ['TIME', 'ACTOR', 'ACTION', 'OUTCOME', 'TARGET'],
        rows.map((row) => [row.time, row.actor, row.action, row.outcome, row.target]),
        'Nothing was changed.',
      ),
    };
  });
  examples(list, 'perfuse audit list --limit 20');
}
