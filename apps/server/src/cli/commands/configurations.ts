// SPDX-License-Identifier: Apache-2.0
import { configurationSettingsSchema } from '@perfuse/contract/account/configuration';
import { configurationPath } from '@perfuse/contract/launch/link';
import { z } from '@perfuse/contract/schema';
import { changedFields, changedSettings } from '../../modules/audit/index.ts';
import { type ConfigurationRow, parseSettings } from '../../modules/organisations/index.ts';
import { publicUrl } from '../../platform/config/message-settings.ts';
import { findOrganisation, findStudy, notFound } from '../find.ts';
import { confirm, readJson } from '../input.ts';
import type { Operator } from '../operator.ts';
import { iso, listing, sheet, type Answer } from '../output.ts';
import { examples, handle, handleWithoutStore } from '../perform.ts';
import { withSettings } from '../settings.ts';
import type { TerminalCommand } from '../terminal.ts';
import { inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

const view = (row: ConfigurationRow, { configuration }: Operator) => ({
  id: row.id,
  organisationId: row.organisation_id,
  studyId: row.study_id,
  branchId: row.branch_id,
  link: `${publicUrl(configuration)}${configurationPath(row.id)}`,
  settings: row.settings,
  created: iso(row.created_at),
  updated: iso(row.updated_at === 0 ? row.created_at : row.updated_at),
});

function one(row: ConfigurationRow, operator: Operator): Answer {
  const { settings, ...plain } = view(row, operator);
  return {
    result: { ...plain, settings },
    text: `${sheet(plain)}\nsettings ${JSON.stringify(settings, null, 2)}`,
  };
}

const change = z.object({
  id: z.string(),
  study: z.optional(z.string()),
  branch: z.optional(z.string()),
  settings: z.optional(z.string()),
  set: z._default(z.array(z.string()), []),
});

async function findBranch(
  { configurations }: Operator,
  organisationId: string,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const branches = await configurations.branches(organisationId);
  const found = branches.find((branch) => branch.name === name || branch.id === name);
  if (found === undefined) throw notFound('branch', name);
  return found.id;
}

const repeated = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];
const withOptions = (command: TerminalCommand): TerminalCommand =>
  command
    .option('--study <name or id>', "default: the organisation's only one")
    .option('--branch <name or id>', 'default: none')
    .option('--settings <file>', 'all settings as JSON; - is standard input')
    .option('--set <path=value>', 'one setting; can be repeated', repeated);

export function addConfigurations(program: TerminalCommand): void {
  const group = program
    .command('configuration')
    .alias('config')
    .description("settings of the app behind an organisation's link");

  const create = withOptions(
    group
      .command('create')
      .description(`create a configuration; its link is ${configurationPath('<id>')}`)
      .argument('<id>', 'part of the link: letters, digits, _ and -')
      .option(...ORGANISATION_OPTION),
  );
  handle(create, z.extend(change, inOrganisation.shape), async (given, operator, terminal) => {
    const organisation = await findOrganisation(operator, given.organisation);
    const study = await findStudy(operator, organisation, given.study);
    const branchId = await findBranch(operator, organisation.id, given.branch);
    const file = given.settings === undefined ? {} : await readJson(terminal, given.settings);
    const draft = { studyId: study.id, branchId, settings: withSettings(file, given.set) };
    return one(
      await operator.change(
        'configuration.create',
        {
          target: given.id,
          organisationId: organisation.id,
          details: changedSettings({}, draft.settings),
        },
        () => operator.configurations.create(given.id, organisation.id, draft),
        ({ id }) => id,
      ),
      operator,
    );
  });
  examples(
    create,
    'perfuse configuration create acme-web --organisation acme --settings acme.json',
    'perfuse configuration create acme-web -o acme --set branding.pageTitle="Acme Health" \\',
    '    --set \'callbackOrigins=["https://acme.example"]\' --set cameraAutoStart=true',
  );

  handle(
    group
      .command('list')
      .description('list all configurations, or those of one organisation')
      .option('-o, --organisation <name>', 'identifier or id'),
    inOrganisation,
    async ({ organisation }, operator) => {
      const owner =
        organisation === undefined
          ? undefined
          : (await findOrganisation(operator, organisation)).id;
      const rows = (await operator.configurations.list(owner)).map((row) => view(row, operator));
      return listing(
        rows,
        ['ID', 'LINK', 'SETTINGS', 'ORGANISATION'],
        (row) => [row.id, row.link, Object.keys(row.settings).length, row.organisationId],
        'There are no configurations.',
      );
    },
  );

  handle(
    group.command('show').description('show one configuration').argument('<id>'),
    z.object({ id: z.string() }),
    async ({ id }, operator) => one(await operator.configurations.find(id), operator),
  );

  const set = withOptions(
    group
      .command('set')
      .description(
        'change only the given options; --settings replaces all settings, --set <path>= removes one',
      )
      .argument('<id>'),
  );
  handle(set, change, async (given, operator, terminal) => {
    const { configurations } = operator;
    const present = await configurations.find(given.id);
    const organisation = await operator.accounts.directory.find(present.organisation_id);
    const file =
      given.settings === undefined ? undefined : await readJson(terminal, given.settings);
    const draft = {
      studyId:
        given.study === undefined
          ? undefined
          : (await findStudy(operator, organisation, given.study)).id,
      branchId:
        given.branch === undefined
          ? undefined
          : await findBranch(operator, organisation.id, given.branch),
    };
    const after = (settings: unknown) => withSettings(file ?? settings, given.set);
    const { study_id: studyId, branch_id: branchId } = present;
    const details = [
      ...changedFields({ studyId, branchId }, draft),
      ...changedSettings(present.settings, after(present.settings)),
    ];
    return one(
      await operator.change('configuration.set', { target: given.id, details }, () =>
        configurations.update(given.id, draft, ({ settings }) => after(settings)),
      ),
      operator,
    );
  });
  examples(set, 'perfuse configuration set acme-web --set hideHistograms=true --set language=');

  const remove = group
    .command('remove')
    .description('delete a configuration; its links stop working')
    .argument('<id>')
    .option('--yes', 'skip the confirmation');
  handle(
    remove,
    z.object({ id: z.string(), yes: z.optional(z.boolean()) }),
    async ({ id, yes }, operator, terminal) => {
      await operator.configurations.find(id);
      await confirm(
        terminal,
        `Links with ${id} stop working, and its stored events are deleted.`,
        yes,
      );
      await operator.change('configuration.remove', id, () => operator.configurations.remove(id));
      return { result: { id }, text: `Removed ${id}.` };
    },
  );

  const check = group
    .command('check')
    .description('check settings without storing them')
    .argument('<file>', 'JSON; - is standard input');
  handleWithoutStore(
    check,
    z.object({ file: z.string() }),
    async ({ file }, _configuration, terminal) => {
      const settings = parseSettings(await readJson(terminal, file));
      return { result: { settings }, text: 'The settings are valid.' };
    },
  );

  handleWithoutStore(
    group.command('schema').description('print the JSON schema of the settings'),
    z.object({}),
    () => {
      const schema = z.toJSONSchema(configurationSettingsSchema);
      return Promise.resolve({ result: schema, text: JSON.stringify(schema, null, 2) });
    },
  );
}
