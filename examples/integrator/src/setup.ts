// SPDX-License-Identifier: Apache-2.0
/** Creates the example's own organisation with a configuration, keys, a licence and a webhook secret; once. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { CommandError, type Perfuse } from './operator.ts';
import { settingsSchema, type Settings } from './settings.ts';

const ORGANISATION = 'example-clinic';
const CONFIGURATION = 'example-web';

const keySchema = z.object({ id: z.string(), privateKey: z.string() });
const licenceSchema = z.object({ key: z.string() });
const secretsSchema = z.array(z.object({ secret: z.string() })).check(z.minLength(1));

export interface SetupOptions {
  readonly perfuse: Perfuse;
  /** File in which the settings are stored, readable by its owner only. */
  readonly file: string;
  readonly dataDir: string;
  /** Origin of this example: `http://localhost:4400`. */
  readonly ownOrigin: string;
}

/** Settings of the configuration; docs/guides/integrate.md explains each. */
const configuration = (ownOrigin: string): object => ({
  branding: { pageTitle: 'Example Clinic', customCSSURL: `${ownOrigin}/theme.css` },
  callbackOrigins: [ownOrigin],
  embedOrigins: [ownOrigin],
  encryptResults: true,
  eventsWebhookEndpoint: `${ownOrigin}/webhook`,
  resultPages: ['vitals-breathing', 'physiological', 'mental'],
});

/** Creates what is missing and keeps what exists, so that a lost settings file can be created again. */
async function ensure(create: () => Promise<unknown>, isThere: () => Promise<unknown>) {
  try {
    await isThere();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    await create();
  }
}

async function make({ perfuse, dataDir, ownOrigin }: SetupOptions): Promise<Settings> {
  const owner = ['--organisation', ORGANISATION];
  await ensure(
    () => perfuse(['organisation', 'create', ORGANISATION, '--name', 'Example Clinic']),
    () => perfuse(['organisation', 'show', ORGANISATION]),
  );
  const key = async (purpose: string) =>
    keySchema.parse(await perfuse(['key', 'create', ...owner, '--purpose', purpose]));
  const launchKey = await key('launch');
  // Created before the configuration, which encrypts to it.
  const resultsKey = await key('results');
  const json = JSON.stringify(configuration(ownOrigin));
  await ensure(
    () => perfuse(['configuration', 'create', CONFIGURATION, ...owner, '--settings', '-'], json),
    () => perfuse(['configuration', 'set', CONFIGURATION, '--settings', '-'], json),
  );
  const licence = licenceSchema.parse(await perfuse(['licence', 'create', 'Example', ...owner]));
  const secrets = secretsSchema.parse(await perfuse(['webhook', 'secrets', ...owner]));
  return {
    organisation: ORGANISATION,
    configId: CONFIGURATION,
    licenceKey: licence.key,
    launchKey,
    resultsKey,
    webhookSecrets: secrets.map(({ secret }) => secret),
    dataDir,
    ownOrigin,
  };
}

async function kept({ file, dataDir, ownOrigin, perfuse }: SetupOptions): Promise<Settings | null> {
  try {
    const settings = settingsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    if (settings.dataDir !== dataDir || settings.ownOrigin !== ownOrigin) return null;
    await perfuse(['configuration', 'show', settings.configId]);
    return settings;
  } catch {
    return null;
  }
}

/** The stored settings, or new ones. @throws CommandError when the command line refuses something. */
export async function setUp(options: SetupOptions): Promise<Settings> {
  const present = await kept(options);
  if (present !== null) return present;
  const settings = await make(options);
  await mkdir(path.dirname(options.file), { recursive: true });
  await writeFile(options.file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return settings;
}
