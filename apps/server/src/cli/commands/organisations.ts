// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { addressLine } from '@perfuse/contract/account/address';
import {
  orgAddressSchema,
  orgEmailSchema,
  type OrgAddress,
} from '@perfuse/contract/account/organisation';
import { passwordPolicySchema } from '@perfuse/contract/account/password';
import { loginTypeSchema } from '@perfuse/contract/account/session';
import { z } from '@perfuse/contract/schema';
import { parseInput } from '../../platform/errors/validation.ts';
import { changedFields } from '../../modules/audit/index.ts';
import {
  pictureKind,
  type OrganisationDetails,
  type OrganisationRow,
} from '../../modules/organisations/index.ts';
import { eraseOrganisation } from '../erase-organisation.ts';
import { UsageError } from '../failure.ts';
import { findOrganisation } from '../find.ts';
import { confirm, fromHere, nameText, readJson } from '../input.ts';
import { iso, listing, sheet, type Answer } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { Terminal, TerminalCommand } from '../terminal.ts';

const details = z.object({
  name: z.optional(nameText),
  contact: z.optional(z.string()),
  email: z.optional(z.string()),
  address: z.optional(z.string()),
  logo: z.optional(z.string()),
  passwordPolicy: z.optional(z.string()),
  loginType: z.optional(loginTypeSchema),
  signUp: z.optional(z.enum(['on', 'off'])),
});
type Details = z.output<typeof details>;

const ADDRESS_PARTS = ['Line1', 'Line2', 'City', 'State', 'Country', 'PostalCode'] as const;

function parseAddress(text: string): OrgAddress {
  const parts = text.split(';').map((part) => part.trim());
  if (parts.length !== ADDRESS_PARTS.length) {
    throw new UsageError(
      `--address must have six parts separated by semicolons: ${ADDRESS_PARTS.join('; ')}`,
    );
  }
  const named = Object.fromEntries(ADDRESS_PARTS.map((part, at) => [part, parts[at]]));
  return parseInput(orgAddressSchema, named, 'address');
}

/** A logo given as an address is returned unchanged, a file as a data URL. @throws UsageError if it is no picture. */
function readLogo(given: string, terminal: Terminal): string {
  if (given === '' || /^(?:https?|data):/i.test(given)) return given;
  const content = readFileSync(fromHere(terminal, given)).toString('base64');
  const kind = pictureKind(content);
  if (kind === undefined) throw new UsageError('--logo: must be a png or jpeg file');
  return `data:image/${kind};base64,${content}`;
}

async function toDetails(
  given: Details,
  terminal: Terminal,
): Promise<Partial<OrganisationDetails>> {
  const { name, contact, email, address, logo, passwordPolicy, loginType, signUp } = given;
  return {
    name,
    contact,
    email: email === undefined ? undefined : parseInput(orgEmailSchema, email, 'email'),
    addresses: address === undefined ? undefined : [parseAddress(address)],
    logo: logo === undefined ? undefined : readLogo(logo, terminal),
    password_policy:
      passwordPolicy === undefined
        ? undefined
        : parseInput(
            passwordPolicySchema,
            await readJson(terminal, passwordPolicy),
            'passwordPolicy',
          ),
    login_type: loginType,
    allow_signup: signUp === undefined ? undefined : signUp === 'on',
  };
}

const view = (row: OrganisationRow) => ({
  id: row.id,
  identifier: row.identifier,
  name: row.name,
  contact: row.contact,
  email: row.email,
  addresses: row.addresses,
  hasLogo: row.logo !== '',
  loginType: row.login_type,
  allowSignup: row.allow_signup,
  passwordPolicy: row.password_policy,
  status: row.status,
  created: iso(row.created_at),
  updated: iso(row.updated_at),
});

function one(row: OrganisationRow): Answer {
  const { addresses, passwordPolicy, ...plain } = view(row);
  const address = addresses.map(addressLine);
  const policy = `${String(passwordPolicy.PasswordMinLength)} to ${String(passwordPolicy.PasswordMaxLength)} characters`;
  return {
    result: view(row),
    text: sheet({ ...plain, address: address.join(' / '), passwords: policy }),
  };
}

const withDetails = (command: TerminalCommand): TerminalCommand =>
  command
    .option('--contact <name>', 'contact for questions about data')
    .option('--email <address>', 'email address of the contact')
    .option('--address <parts>', '"Line1; Line2; City; State; Country; PostalCode"')
    .option('--logo <file or address>', 'png or jpeg')
    .option(
      '--password-policy <file>',
      'JSON with every rule, PasswordMinLength and so on; - is standard input',
    )
    .option('--login-type <type>', 'how people sign in: password or phone')
    .option('--sign-up <on or off>', 'whether people may create accounts themselves');

export function addOrganisations(program: TerminalCommand): void {
  const group = program
    .command('organisation')
    .alias('org')
    .description('organisations that measure people and are responsible for their data');

  const create = withDetails(
    group
      .command('create')
      .description('create an organisation and its first study')
      .argument('<identifier>', 'short public name: lowercase letters, digits, hyphens')
      .requiredOption('--name <name>', 'display name')
      .option('--study <name>', 'name of the first study', 'Vital signs'),
  );
  handle(
    create,
    z.extend(details, { identifier: z.string(), name: nameText, study: nameText }),
    async (given, { accounts: { directory }, change }, terminal) => {
      const wanted = {
        ...(await toDetails(given, terminal)),
        name: given.name,
        identifier: given.identifier,
      };
      const row = await change(
        'organisation.create',
        '',
        () => directory.createOrganisation(wanted),
        ({ id }) => id,
      );
      const studyId = await change(
        'study.create',
        '',
        () => directory.createStudy(row.id, given.study),
        (id) => id,
      );
      const { text } = one(row);
      return { result: { ...view(row), studyId }, text: `${text}\n${sheet({ studyId })}` };
    },
  );
  examples(
    create,
    'perfuse organisation create acme --name "Acme Clinic"',
    'perfuse organisation create acme --name "Acme Clinic" --email privacy@acme.example \\',
    '    --address "1 High Street; ; Leeds; ; United Kingdom; LS1 1AA" --logo acme.png --sign-up off',
  );

  handle(
    group.command('list').description('list all organisations'),
    z.object({}),
    async (_given, { accounts: { directory } }) => {
      return listing(
        (await directory.list()).map(view),
        ['IDENTIFIER', 'NAME', 'SIGN-IN', 'SIGN-UP', 'STATUS', 'ID'],
        (row) => [row.identifier, row.name, row.loginType, row.allowSignup, row.status, row.id],
        'There are no organisations.',
      );
    },
  );

  handle(
    group
      .command('show')
      .description('show one organisation')
      .argument('[organisation]', "identifier or id; default: the installation's own"),
    z.object({ organisation: z.optional(z.string()) }),
    async ({ organisation }, operator) => one(await findOrganisation(operator, organisation)),
  );

  const set = withDetails(
    group
      .command('set')
      .description('change only the given options')
      .argument('<organisation>', 'identifier or id')
      .option('--name <name>', 'display name')
      .option(
        '--status <status>',
        'SUSPENDED signs its people and devices out and blocks sign-in, links and measurements, until ACTIVE',
      ),
  );
  handle(
    set,
    z.extend(details, {
      organisation: z.string(),
      status: z.optional(z.enum(['ACTIVE', 'SUSPENDED'])),
    }),
    async (given, operator, terminal) => {
      const present = await findOrganisation(operator, given.organisation);
      const { id } = present;
      const wanted = { ...(await toDetails(given, terminal)), status: given.status };
      const { directory } = operator.accounts;
      return one(
        await operator.change(
          'organisation.set',
          { target: id, details: changedFields(present, wanted) },
          () => directory.updateOrganisation(id, wanted),
        ),
      );
    },
  );
  examples(
    set,
    'perfuse organisation set acme --sign-up off --login-type phone',
    'perfuse organisation set acme --status SUSPENDED',
  );

  const erase = group
    .command('erase')
    .description('delete an organisation, its people and everything stored about them')
    .argument('<organisation>', 'identifier or id')
    .option('--yes', 'skip the confirmation');
  handle(
    erase,
    z.object({ organisation: z.string(), yes: z.optional(z.boolean()) }),
    async (given, operator, terminal) => {
      const { id, identifier } = await findOrganisation(operator, given.organisation);
      await confirm(
        terminal,
        `The organisation ${identifier} will be deleted with its people, measurements, studies, configurations, keys and administrators.`,
        given.yes,
      );
      const people = await operator.change('organisation.erase', id, () =>
        eraseOrganisation(operator, id),
      );
      return {
        result: { id, identifier, people },
        text: `Erased ${identifier} and ${String(people)} people. Earlier backups still contain them.`,
      };
    },
  );
  examples(erase, 'perfuse organisation erase acme --yes');
}
