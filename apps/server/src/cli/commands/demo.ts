// SPDX-License-Identifier: Apache-2.0
/** Loads and removes demo data, for screenshots. */
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { assertAlone, createDemo, findDemo } from '../demo/demo-organisation.ts';
import { eraseOrganisation } from '../erase-organisation.ts';
import { UsageError } from '../failure.ts';
import { confirm } from '../input.ts';
import type { Operator } from '../operator.ts';
import { sheet, table, type Answer } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { Terminal, TerminalCommand } from '../terminal.ts';

const options = z.object({
  remove: z.optional(z.boolean()),
  besideOthers: z.optional(z.boolean()),
  yes: z.optional(z.boolean()),
});

async function load(operator: Operator, isBesideOthers: boolean): Promise<Answer> {
  const present = await findDemo(operator);
  if (present !== null) {
    const { id, identifier } = present;
    return {
      result: { isNew: false, id, identifier },
      text: `The demo data is already loaded (organisation ${identifier}). To reload it, remove it first: perfuse demo --remove`,
    };
  }
  if (!isBesideOthers) await assertAlone(operator);
  const made = await operator.change(
    'demo.create',
    '',
    () => createDemo(operator, Date.now()),
    ({ id }) => id,
  );
  const { people, ...organisation } = made;
  const rows = people.map(({ email, password, measurements }) => [email, password, measurements]);
  return {
    result: { isNew: true, ...made },
    text: [
      sheet(organisation),
      '',
      table(['EMAIL', 'PASSWORD', 'MEASUREMENTS'], rows, ''),
      '',
      'Save the passwords now. They are not stored.',
    ].join('\n'),
  };
}

async function unload(
  operator: Operator,
  terminal: Terminal,
  isSure: boolean | undefined,
): Promise<Answer> {
  const present = await findDemo(operator);
  if (present === null) throw new ServiceError('NOT_FOUND', 'There is no demo data.');
  await confirm(
    terminal,
    `The organisation ${present.identifier} and all its people will be deleted.`,
    isSure,
  );
  const people = await operator.change('demo.remove', present.id, () =>
    eraseOrganisation(operator, present.id),
  );
  const { id, identifier } = present;
  return {
    result: { id, identifier, people },
    text: `Removed ${identifier} and ${String(people)} people.`,
  };
}

export function addDemo(program: TerminalCommand): void {
  const demo = program
    .command('demo')
    .description('load an organisation with made-up people and measurements, for screenshots')
    .option('--remove', 'delete it, with all data about its people')
    .option('--beside-others', 'load it even if there are other organisations')
    .option('--yes', 'delete without confirmation');
  handle(demo, options, ({ remove, besideOthers = false, yes }, operator, terminal) => {
    if (remove !== true) return load(operator, besideOthers);
    if (besideOthers) throw new UsageError('--beside-others cannot be used with --remove');
    return unload(operator, terminal, yes);
  });
  examples(demo, 'perfuse demo', 'perfuse demo --remove --yes');
}
