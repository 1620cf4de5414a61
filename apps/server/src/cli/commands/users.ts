// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import {
  FALLBACK_LANGUAGE,
  LANGUAGES,
  languageOf,
  type Language,
} from '@perfuse/contract/language';
import { ROLES } from '@perfuse/contract/account/roles';
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import { z } from '@perfuse/contract/schema';
import type { ResetLink } from '../../accounts/password-reset.ts';
import type { UserRow } from '../../storage/repositories/users.ts';
import { UsageError } from '../failure.ts';
import { findOrganisation, findPerson } from '../find.ts';
import { generatePassword } from '../generate-password.ts';
import { askPassword, confirm, readSecret } from '../input.ts';
import type { Operator } from '../operator.ts';
import { iso, sheet, table } from '../output.ts';
import { examples, handle } from '../perform.ts';
import { inOrganisation, ORGANISATION_OPTION } from './studies.ts';

export const PERSON = ['<person>', 'id, or e-mail or phone number in the organisation'] as const;
export const onePerson = z.extend(inOrganisation, { person: z.string() });

const view = (row: UserRow) => ({
  id: row.id,
  organisationId: row.organisation_id,
  email: row.email,
  phoneNumber: row.phone_number,
  firstName: row.first_name,
  lastName: row.last_name,
  status: row.status,
  role: row.role,
  verified: row.verified,
  hasPassword: row.password_hash !== null,
  created: iso(row.created_at),
  updated: iso(row.updated_at),
});

const linkView = ({ link, expiresAt }: ResetLink) => ({ link, expires: iso(expiresAt) });

const creation = z.extend(inOrganisation, {
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  passwordStdin: z.optional(z.boolean()),
  generatePassword: z.optional(z.boolean()),
  invite: z.optional(z.boolean()),
  enterprise: z.optional(z.boolean()),
  language: z.optional(z.string()),
});

const LANGUAGE_OPTION = [
  '--language <code>',
  `of the mail: ${LANGUAGES.join(', ')}`,
] as const satisfies readonly [string, string];

/** @throws UsageError for a language that has no letters. */
function letterLanguage(code: string | undefined): Language {
  const language = code === undefined ? FALLBACK_LANGUAGE : languageOf(code);
  if (language === null) throw new UsageError(`--language is one of ${LANGUAGES.join(', ')}`);
  return language;
}

/** The password of a new account; none where the person chooses it, or signs in by phone. */
async function newPassword(
  given: z.output<typeof creation>,
  policy: PasswordPolicy,
): Promise<string | undefined> {
  const ways = [given.passwordStdin, given.generatePassword, given.invite].filter(Boolean);
  if (ways.length > 1) {
    throw new UsageError('choose one of --password-stdin, --generate-password and --invite');
  }
  if (given.email === undefined || given.invite === true) return undefined;
  if (given.passwordStdin === true) return readSecret();
  return given.generatePassword === true ? generatePassword(policy) : askPassword();
}

function addCreate(group: Command): void {
  const create = group
    .command('create')
    .description('create an account')
    .option(...ORGANISATION_OPTION)
    .option('--email <address>', 'signs in with a password')
    .option('--phone <number>', 'such as +441632960961; signs in with a code')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--password-stdin', 'the password is the first line of standard input')
    .option('--generate-password', 'a random password, printed this once')
    .option('--invite', 'mail a link; the person chooses the password')
    .option('--enterprise', 'the link of --invite leads to the enterprise edition')
    .option(...LANGUAGE_OPTION);
  handle(create, creation, async (given, operator) => {
    const organisation = await findOrganisation(operator, given.organisation);
    const language = letterLanguage(given.language);
    const password = await newPassword(given, organisation.password_policy);
    const { people, passwordReset } = operator.accounts;
    const user = await operator.change(
      'user.create',
      '',
      () =>
        people.createUser(organisation.id, {
          ...(given.email === undefined ? {} : { email: given.email }),
          ...(given.phone === undefined ? {} : { phoneNumber: given.phone }),
          ...(given.firstName === undefined ? {} : { firstName: given.firstName }),
          ...(given.lastName === undefined ? {} : { lastName: given.lastName }),
          ...(password === undefined ? {} : { password }),
        }),
      ({ id }) => id,
    );
    if (given.invite === true) {
      const way = { isMailed: true, isEnterprise: given.enterprise ?? false, language };
      await operator.change('user.reset-password', user.id, () =>
        passwordReset.issue(user.id, way),
      );
    }
    const shown = given.generatePassword === true ? { password } : {};
    return {
      result: { ...view(user), ...shown },
      text: sheet({ ...view(user), ...shown }),
    };
  });
  examples(
    create,
    'perfuse user create --organisation acme --email jo@acme.example --invite',
    'perfuse user create --organisation acme --email jo@acme.example --generate-password',
    'perfuse user create --email jo@acme.example --password-stdin < password.txt',
    'perfuse user create --phone +441632960961',
  );
}

function addLists(group: Command): void {
  const list = group
    .command('list')
    .description('list the accounts of an organisation, oldest first')
    .option(...ORGANISATION_OPTION)
    .option('--limit <number>', 'at most so many', '100')
    .option('--offset <number>', 'leave so many out', '0');
  const number = z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.transform(Number),
  );
  handle(
    list,
    z.extend(inOrganisation, { limit: number, offset: number }),
    async ({ organisation, limit, offset }, operator) => {
      const { id: organisationId } = await findOrganisation(operator, organisation);
      const page = await operator.accounts.people.list({ organisationId, limit, offset });
      const users = page.rows.map(view);
      const rows = users.map((user) => [
        user.email ?? user.phoneNumber,
        user.status,
        user.created,
        user.id,
      ]);
      const shown = table(['PERSON', 'STATUS', 'CREATED', 'ID'], rows, 'There is no account.');
      return {
        result: { users, total: page.total },
        text: page.total > users.length ? `${shown}\n(${String(page.total)} in all)` : shown,
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
      const user = view(await findPerson(operator, given));
      return { result: user, text: sheet(user) };
    },
  );
}

/** A command that changes an account and shows it. */
function addChange(
  group: Command,
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
    const user = view(await operator.accounts.people.find(id));
    return { result: user, text: sheet(user) };
  });
  examples(command, `perfuse user ${name} jo@acme.example --organisation acme`);
}

function addRole(group: Command): void {
  const role = group
    .command('role')
    .description('say what a person may do in their organisation, in clients of the protocol')
    .argument(...PERSON)
    .argument('<role>', ROLES.join(', '))
    .option(...ORGANISATION_OPTION);
  handle(role, z.extend(onePerson, { role: z.string() }), async (given, operator) => {
    const wanted = ROLES.find((known) => known === given.role.toUpperCase());
    if (wanted === undefined) throw new UsageError(`the role is one of ${ROLES.join(', ')}`);
    const { id } = await findPerson(operator, given);
    const { people } = operator.accounts;
    await operator.change('user.role', id, () => people.update(id, { role: wanted }));
    const user = view(await people.find(id));
    return { result: user, text: sheet(user) };
  });
  examples(role, 'perfuse user role jo@acme.example DFX_ORG_ADMIN --organisation acme');
}

function addReset(group: Command): void {
  const reset = group
    .command('reset-password')
    .description('let a person choose a new password by a link; earlier links stop working')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--print', 'print the link for you to hand over, instead of mailing it')
    .option('--enterprise', 'the link leads to the enterprise edition')
    .option(...LANGUAGE_OPTION);
  handle(
    reset,
    z.extend(onePerson, {
      print: z.optional(z.boolean()),
      enterprise: z.optional(z.boolean()),
      language: z.optional(z.string()),
    }),
    async (given, operator) => {
      const { id } = await findPerson(operator, given);
      const way = {
        isMailed: given.print !== true,
        isEnterprise: given.enterprise ?? false,
        language: letterLanguage(given.language),
      };
      const made = linkView(
        await operator.change('user.reset-password', id, () =>
          operator.accounts.passwordReset.issue(id, way),
        ),
      );
      if (given.print === true) {
        return { result: { id, mailed: false, ...made }, text: sheet(made) };
      }
      return {
        result: { id, mailed: true, expires: made.expires },
        text: 'The mail is in the outbox: a mail server that is configured sends it, else read it with: perfuse outbox list',
      };
    },
  );
  examples(
    reset,
    'perfuse user reset-password jo@acme.example --organisation acme',
    'perfuse user reset-password jo@acme.example --organisation acme --print',
  );
}

function addSecondFactor(group: Command): void {
  const remove = group
    .command('remove-second-factor')
    .description('take a lost second factor away: make sure first that it is the person who asks')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--yes', 'do not ask')
    .option(...LANGUAGE_OPTION);
  handle(
    remove,
    z.extend(onePerson, { yes: z.optional(z.boolean()), language: z.optional(z.string()) }),
    async (given, operator) => {
      const { id } = await findPerson(operator, given);
      const language = letterLanguage(given.language);
      await confirm('A password or a code by phone is then enough to sign in.', given.yes);
      const removed = await operator.change('user.remove-second-factor', id, () =>
        operator.accounts.secondFactor.takeAway(id, language),
      );
      const text = removed
        ? 'The second factor is gone, and the person is told.'
        : 'There was no second factor.';
      return { result: { id, removed }, text };
    },
  );
  examples(remove, 'perfuse user remove-second-factor jo@acme.example --organisation acme');
}

export function addUsers(program: Command): Command {
  const group = program.command('user').description('people with accounts, and their data');
  addCreate(group);
  addLists(group);
  addChange(group, 'lock', 'sign a person out everywhere and keep them out', (operator, id) =>
    operator.accounts.people.setStatus(id, 'SUSPENDED'),
  );
  addChange(
    group,
    'unlock',
    'let a person in again, also after too many wrong attempts',
    (operator, id) => operator.accounts.people.unlock(id),
  );
  addRole(group);
  addReset(group);
  addSecondFactor(group);
  return group;
}
