// SPDX-License-Identifier: Apache-2.0
/** Commands for people who have lost a password or a second factor. */
import { z } from '@perfuse/contract/schema';
import type { ResetLink } from '../../modules/accounts/index.ts';
import { findLink, findPerson } from '../find.ts';
import { confirm } from '../input.ts';
import { iso, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { LANGUAGE_OPTION, emailLanguage } from './email-language.ts';
import { ORGANISATION_OPTION } from './one-organisation.ts';
import { LINK_OPTION, onePerson, PERSON } from './one-person.ts';

const linkView = ({ link, expiresAt }: ResetLink) => ({ link, expires: iso(expiresAt) });

export function addReset(group: TerminalCommand): void {
  const reset = group
    .command('reset-password')
    .description('email a link for choosing a new password; earlier links stop working')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--print', 'print the link instead of emailing it')
    .option(...LINK_OPTION)
    .option(...LANGUAGE_OPTION);
  handle(
    reset,
    z.extend(onePerson, {
      print: z.optional(z.boolean()),
      configuration: z.optional(z.string()),
      language: z.optional(z.string()),
    }),
    async (given, operator) => {
      const { id, organisation_id } = await findPerson(operator, given);
      const way = {
        by: given.print === true ? ('hand' as const) : ('mail' as const),
        configId: await findLink(operator, organisation_id, given.configuration),
        language: emailLanguage(given.language),
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
        text: 'The email is in the outbox. If no mail server is configured, read it with: perfuse outbox show',
      };
    },
  );
  examples(
    reset,
    'perfuse user reset-password jo@acme.example --organisation acme',
    'perfuse user reset-password jo@acme.example --organisation acme --print',
    'perfuse user reset-password jo@acme.example --organisation acme --configuration acme-web',
  );
}

export function addSecondFactor(group: TerminalCommand): void {
  const remove = group
    .command('remove-second-factor')
    .description('remove a lost second factor; first verify the identity of the person')
    .argument(...PERSON)
    .option(...ORGANISATION_OPTION)
    .option('--yes', 'skip the confirmation')
    .option(...LANGUAGE_OPTION);
  handle(
    remove,
    z.extend(onePerson, { yes: z.optional(z.boolean()), language: z.optional(z.string()) }),
    async (given, operator, terminal) => {
      const { id } = await findPerson(operator, given);
      const language = emailLanguage(given.language);
      await confirm(
        terminal,
        'A password or a code by phone will then be enough to sign in.',
        given.yes,
      );
      const removed = await operator.change('user.remove-second-factor', id, () =>
        operator.accounts.secondFactor.remove(id, language),
      );
      const text = removed
        ? 'The second factor was removed. The person is notified by email.'
        : 'No second factor was set up.';
      return { result: { id, removed }, text };
    },
  );
  examples(remove, 'perfuse user remove-second-factor jo@acme.example --organisation acme');
}
