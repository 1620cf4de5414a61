// SPDX-License-Identifier: Apache-2.0
/** Commands for what a person may request: a copy of everything stored about them, and its deletion. */
import { existsSync, writeFileSync } from 'node:fs';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { findPerson } from '../find.ts';
import { confirm, fromHere } from '../input.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { onePerson, PERSON } from './one-person.ts';
import { ORGANISATION_OPTION } from './one-organisation.ts';

export function addPersonalData(group: TerminalCommand): void {
  const take = group
    .command('export')
    .description('export everything stored about a person, as JSON')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--out <file>', 'write to a new file that only you can read, not to standard output');
  handle(
    take,
    z.extend(onePerson, { out: z.optional(z.string()) }),
    async (given, operator, terminal) => {
      const { id } = await findPerson(operator, given);
      const file = given.out === undefined ? undefined : fromHere(terminal, given.out);
      // Before the export, which is recorded.
      if (file !== undefined && existsSync(file)) {
        throw new ServiceError('VALIDATION_ERROR', `${file} already exists.`, {
          out: [['UNIQUE', []]],
        });
      }
      const data = await operator.change('user.export', id, () =>
        operator.accounts.people.exportData(id),
      );
      const text = JSON.stringify(data, null, 2);
      if (file === undefined) return { result: data, text };
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      return { result: { id, file }, text: `Written to ${file}.` };
    },
  );
  examples(take, 'perfuse user export jo@acme.example --organisation acme --out jo.json');

  const erase = group
    .command('erase')
    .description('delete an account and everything stored about the person')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--yes', 'skip the confirmation');
  handle(
    erase,
    z.extend(onePerson, { yes: z.optional(z.boolean()) }),
    async (given, operator, terminal) => {
      const { id } = await findPerson(operator, given);
      await confirm(
        terminal,
        'The account, its measurements, consents and messages will be deleted.',
        given.yes,
      );
      await operator.change('user.erase', id, () => operator.accounts.people.erase(id));
      return { result: { id }, text: `Erased ${id}. Earlier backups still contain it.` };
    },
  );
  examples(erase, 'perfuse user erase jo@acme.example --organisation acme --yes');
}
