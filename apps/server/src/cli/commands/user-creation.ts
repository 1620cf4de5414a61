// SPDX-License-Identifier: Apache-2.0
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import { z } from '@perfuse/contract/schema';
import { UsageError } from '../failure.ts';
import { findLink, findOrganisation } from '../find.ts';
import { generatePassword } from '../generate-password.ts';
import { askPassword, readSecret } from '../input.ts';
import { sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { Terminal, TerminalCommand } from '../terminal.ts';
import { LANGUAGE_OPTION, emailLanguage } from './email-language.ts';
import { inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';
import { LINK_OPTION } from './one-person.ts';
import { userView } from './user-view.ts';

const creation = z.extend(inOrganisation, {
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  passwordStdin: z.optional(z.boolean()),
  generatePassword: z.optional(z.boolean()),
  invite: z.optional(z.boolean()),
  configuration: z.optional(z.string()),
  language: z.optional(z.string()),
});

/** The password of a new account; none if the person chooses it, or signs in by phone. */
async function newPassword(
  given: z.output<typeof creation>,
  policy: PasswordPolicy,
  terminal: Terminal,
): Promise<string | undefined> {
  const ways = [given.passwordStdin, given.generatePassword, given.invite].filter(Boolean);
  if (ways.length > 1) {
    throw new UsageError('choose one of --password-stdin, --generate-password and --invite');
  }
  if (given.email === undefined && ways.length > 0) {
    throw new UsageError('--password-stdin, --generate-password and --invite need --email');
  }
  if (given.email === undefined || given.invite === true) return undefined;
  if (given.passwordStdin === true) return readSecret(terminal);
  return given.generatePassword === true ? generatePassword(policy) : askPassword(terminal);
}

export function addUserCreation(group: TerminalCommand): void {
  const create = group
    .command('create')
    .description('create an account')
    .option(...ORGANISATION_OPTION)
    .option('--email <address>', 'the person signs in with a password')
    .option('--phone <number>', 'such as +441632960961; the person signs in with a code')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--password-stdin', 'the password is the first line of standard input')
    .option('--generate-password', 'a random password, printed only once')
    .option('--invite', 'email a link with which the person chooses a password')
    .option(...LINK_OPTION)
    .option(...LANGUAGE_OPTION);
  handle(create, creation, async (given, operator, terminal) => {
    const organisation = await findOrganisation(operator, given.organisation);
    const configId = await findLink(operator, organisation.id, given.configuration);
    const language = emailLanguage(given.language);
    const password = await newPassword(given, organisation.password_policy, terminal);
    const { people, passwordReset } = operator.accounts;
    const user = await operator.change(
      'user.create',
      '',
      () =>
        people.createUser(organisation.id, {
          email: given.email,
          phoneNumber: given.phone,
          firstName: given.firstName,
          lastName: given.lastName,
          password,
        }),
      ({ id }) => id,
    );
    if (given.invite === true) {
      const way = { by: 'invitation' as const, configId, language };
      await operator.change('user.reset-password', user.id, () =>
        passwordReset.issue(user.id, way),
      );
    }
    const shown = given.generatePassword === true ? { password } : {};
    return {
      result: { ...userView(user), ...shown },
      text: sheet({ ...userView(user), ...shown }),
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
