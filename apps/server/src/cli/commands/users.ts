// SPDX-License-Identifier: Apache-2.0
import { ROLES } from '@perfuse/contract/account/roles';
import { z } from '@perfuse/contract/schema';
import { UsageError } from '../failure.ts';
import { findOrganisation, findPerson } from '../find.ts';
import { wholeNumber } from '../input.ts';
import type { Operator } from '../operator.ts';
import { sheet, table } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { onePerson, PERSON } from './one-person.ts';
import { inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';
import { addUserCreation } from './user-creation.ts';
import { userView } from './user-view.ts';
import { addReset, addSecondFactor } from './user-ways-in.ts';

function addLists(group: TerminalCommand): void {
  const list = group
    .command('list')
    .description('list the accounts of an organisation, oldest first')
    .option(...ORGANISATION_OPTION)
    .option('--limit <number>', 'maximum number of accounts', '100')
    .option('--offset <number>', 'number of accounts to skip', '0');
  handle(
    list,
    z.extend(inOrganisation, { limit: wholeNumber(1), offset: wholeNumber(0) }),
    async ({ organisation, limit, offset }, operator) => {
      const { id: organisationId } = await findOrganisation(operator, organisation);
      const page = await operator.accounts.people.list({ organisationId, limit, offset });
      const users = page.rows.map(userView);
      const rows = users.map((user) => [
        user.email ?? user.phoneNumber,
        user.status,
        user.created,
        user.id,
      ]);
      const shown = table(['PERSON', 'STATUS', 'CREATED', 'ID'], rows, 'There are no accounts.');
      return {
        result: { users, total: page.total },
        text: page.total > users.length ? `${shown}\n(${String(page.total)} in total)` : shown,
      };
    },
  );

  handle(
    group
      .command('show')
      .description('show one account')
      .argument(...PERSON)
      .option(...ORGANISATION_OPTION),
    onePerson,
    async (given, operator) => {
      const user = userView(await findPerson(operator, given));
      return { result: user, text: sheet(user) };
    },
  );
}

/** A command that changes an account and shows it. */
function addChange(
  group: TerminalCommand,
  name: string,
  description: string,
  work: (operator: Operator, id: string) => Promise<void>,
): void {
  const command = group
    .command(name)
    .description(description)
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION);
  handle(command, onePerson, async (given, operator) => {
    const { id } = await findPerson(operator, given);
    await operator.change(`user.${name}`, id, () => work(operator, id));
    const user = userView(await operator.accounts.people.find(id));
    return { result: user, text: sheet(user) };
  });
  examples(command, `perfuse user ${name} jo@acme.example --organisation acme`);
}

function addRole(group: TerminalCommand): void {
  const role = group
    .command('role')
    .description("set a person's role in their organisation, for clients of the protocol")
    .argument(...PERSON)
    .argument('<role>', ROLES.join(', '))
    .option(...ORGANISATION_OPTION);
  handle(role, z.extend(onePerson, { role: z.string() }), async (given, operator) => {
    const wanted = ROLES.find((known) => known === given.role.toUpperCase());
    if (wanted === undefined) throw new UsageError(`<role> must be one of ${ROLES.join(', ')}`);
    const { id } = await findPerson(operator, given);
    const { people } = operator.accounts;
    await operator.change('user.role', id, () => people.update(id, { role: wanted }));
    const user = userView(await people.find(id));
    return { result: user, text: sheet(user) };
  });
  examples(role, 'perfuse user role jo@acme.example DFX_ORG_ADMIN --organisation acme');
}

export function addUsers(program: TerminalCommand): TerminalCommand {
  const group = program.command('user').description('people with accounts, and their data');
  addUserCreation(group);
  addLists(group);
  addChange(group, 'lock', 'sign a person out everywhere and block sign-in', (operator, id) =>
    operator.accounts.people.setStatus(id, 'SUSPENDED'),
  );
  addChange(
    group,
    'unlock',
    'unblock a person, including after too many failed attempts',
    (operator, id) => operator.accounts.people.unlock(id),
  );
  addRole(group);
  addReset(group);
  addSecondFactor(group);
  return group;
}
