// SPDX-License-Identifier: Apache-2.0
/**
 * Commands for the people who may use the admin page. Administrators are created only here: the page cannot create
 * them.
 */
import { ADMINISTRATOR_PASSWORD_POLICY } from '@perfuse/contract/admin/session';
import { FALLBACK_LANGUAGE } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';
import { findOrganisation } from '../find.ts';
import { generatePassword } from '../generate-password.ts';
import { askPassword, confirm, readSecret } from '../input.ts';
import { iso, isoOrNull, listing, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import { UsageError } from '../failure.ts';
import type { Terminal, TerminalCommand } from '../terminal.ts';
import type { AdministratorRow } from '../../modules/accounts/index.ts';

const view = (row: AdministratorRow) => ({
  id: row.id,
  email: row.email,
  organisationId: row.organisation_id,
  created: iso(row.created_at),
  signedIn: isoOrNull(row.signed_in_at),
});

const passwordWay = z.object({
  passwordStdin: z.optional(z.boolean()),
  generatePassword: z.optional(z.boolean()),
});
type PasswordWay = z.output<typeof passwordWay>;
const withPassword = (command: TerminalCommand): TerminalCommand =>
  command
    .option('--password-stdin', 'the password is the first line of standard input')
    .option('--generate-password', 'a random password, printed only once');

async function choosePassword(given: PasswordWay, terminal: Terminal): Promise<string> {
  const { passwordStdin = false, generatePassword: isGenerated = false } = given;
  if (passwordStdin && isGenerated) {
    throw new UsageError('choose one of --password-stdin and --generate-password');
  }
  if (passwordStdin) return readSecret(terminal);
  return isGenerated ? generatePassword(ADMINISTRATOR_PASSWORD_POLICY) : askPassword(terminal);
}

/** The administrator, with the password if it was generated here. */
function shown(row: AdministratorRow, given: PasswordWay, password: string) {
  const made = given.generatePassword === true ? { password } : {};
  return { result: { ...view(row), ...made }, text: sheet({ ...view(row), ...made }) };
}

function addChanges(group: TerminalCommand): void {
  const reset = withPassword(
    group
      .command('reset')
      .description('set a new password; ends all sessions and unlocks the account')
      .argument('<administrator>', 'email or id'),
  );
  handle(
    reset,
    z.extend(passwordWay, { administrator: z.string() }),
    async (given, { accounts: { administrators }, change }, terminal) => {
      const row = await administrators.find(given.administrator);
      const password = await choosePassword(given, terminal);
      await change('administrator.reset', row.id, () => administrators.reset(row, password));
      return shown(row, given, password);
    },
  );
  examples(reset, 'perfuse administrators reset ada@acme.example --generate-password');

  const removeFactor = group
    .command('remove-second-factor')
    .description('remove a lost second factor; first verify the identity of the person')
    .argument('<administrator>', 'email or id')
    .option('--yes', 'skip the confirmation');
  handle(
    removeFactor,
    z.object({ administrator: z.string(), yes: z.optional(z.boolean()) }),
    async (given, { accounts: { administrators, administratorFactor }, change }, terminal) => {
      const row = await administrators.find(given.administrator);
      const { id, email } = row;
      await confirm(
        terminal,
        `Then ${email} can sign in, or set up a new second factor, with the password alone.`,
        given.yes,
      );
      const removed = await change('administrator.remove-second-factor', id, () =>
        administratorFactor.remove(id, FALLBACK_LANGUAGE),
      );
      const text = removed
        ? 'The second factor was removed. The administrator is notified by email.'
        : 'No second factor was set up.';
      return { result: { id, email, removed }, text };
    },
  );

  const remove = group
    .command('remove')
    .description("end an administrator's access immediately")
    .argument('<administrator>', 'email or id')
    .option('--yes', 'skip the confirmation');
  handle(
    remove,
    z.object({ administrator: z.string(), yes: z.optional(z.boolean()) }),
    async (given, { accounts: { administrators }, change }, terminal) => {
      const { id, email } = await administrators.find(given.administrator);
      await confirm(
        terminal,
        `${email} will no longer be able to sign in to the admin page.`,
        given.yes,
      );
      await change('administrator.remove', id, () => administrators.remove(id));
      return { result: { id, email }, text: `Removed ${email}.` };
    },
  );
}

export function addAdministrators(program: TerminalCommand): void {
  const group = program
    .command('administrators')
    .alias('administrator')
    .description('people who may use the admin page, /admin');
  const add = withPassword(
    group
      .command('add')
      .description('create an account for the admin page')
      .argument('<email>')
      .option('-o, --organisation <name>', 'for this organisation only; default: all of them'),
  );
  handle(
    add,
    z.extend(passwordWay, { email: z.string(), organisation: z.optional(z.string()) }),
    async (given, operator, terminal) => {
      const { administrators } = operator.accounts;
      const organisationId =
        given.organisation === undefined
          ? null
          : (await findOrganisation(operator, given.organisation)).id;
      const password = await choosePassword(given, terminal);
      const row = await operator.change(
        'administrator.add',
        { target: '', organisationId: organisationId ?? '' },
        () => administrators.add(given.email, password, organisationId),
        ({ id }) => id,
      );
      return shown(row, given, password);
    },
  );
  examples(
    add,
    'perfuse administrators add ada@acme.example',
    'perfuse administrators add ada@acme.example --generate-password',
    'perfuse administrators add jo@acme.example --organisation acme --password-stdin < password.txt',
  );

  handle(
    group.command('list').description('list the administrators'),
    z.object({}),
    async (_given, { accounts: { administrators } }) => {
      return listing(
        (await administrators.list()).map(view),
        ['EMAIL', 'SCOPE', 'LAST SIGN-IN', 'ID'],
        ({ email, organisationId, signedIn, id }) => [
          email,
          organisationId ?? 'all organisations',
          signedIn ?? 'never',
          id,
        ],
        'There are no administrators.',
      );
    },
  );
  addChanges(group);
}
