// SPDX-License-Identifier: Apache-2.0
/** An organisation with everything that its links need, created by the command line as an operator would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import process from 'node:process';
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import { z } from '@perfuse/contract/schema';
import { createLaunchLink, registerDevice, type LaunchProfile } from '@perfuse/integrator';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { cleanEnvironment } from '@perfuse/testing/local-server';
import { install, type Installation } from '../installation.ts';
import type { SharedInstallation } from '../shared-installation.ts';

const keySchema = z.object({ id: z.string(), privateKey: z.string() });
const answerSchema = z.object({ ok: z.literal(true), result: z.unknown() });
const deliveriesSchema = z.array(z.object({ event: z.string(), sessionId: z.string() }));
const licenceSchema = z.object({ key: z.string() });

export interface OrganisationOnly {
  /** Origin of the installation. */
  readonly origin: string;
  /** Private key that decrypts results. */
  readonly resultsKey: string;
  readonly configure: (configId: string, settings: ConfigurationSettings) => Promise<void>;
  /** Events of a session for its webhook, newest first. */
  readonly events: (configId: string, sessionId: string) => Promise<readonly string[]>;
  /** A signed link with its own tokens. */
  readonly link: (
    configId: string,
    profile: LaunchProfile,
    options?: {
      readonly checkProfile?: boolean;
      readonly sessionId?: string;
      readonly form?: 'path' | 'fragment';
    },
  ) => Promise<string>;
}

export interface Organisation extends OrganisationOnly {
  readonly installation: Installation;
  readonly remove: () => Promise<void>;
}

/** The built server with the organisation `acme`. */
export async function organise(env: Readonly<Record<string, string>> = {}): Promise<Organisation> {
  const data = temporaryDirectory('enterprise-data');
  const surroundings = { ...env, PERFUSE_DATA_DIR: data.path };
  const installation = await install(surroundings);
  return {
    ...(await addOrganisation(installation.url, surroundings, 'acme')),
    installation,
    remove: async () => {
      await installation.remove();
      data.remove();
    },
  };
}

/** @param organisation its id; no other test may use it, nor the ids of its configurations. */
export async function organiseAt(
  { url, directory }: SharedInstallation,
  organisation: string,
): Promise<OrganisationOnly> {
  return await addOrganisation(url, { PERFUSE_DATA_DIR: directory }, organisation);
}

async function addOrganisation(
  url: string,
  surroundings: Readonly<Record<string, string>>,
  organisation: string,
): Promise<OrganisationOnly> {
  const perfuse = async (...words: readonly string[]): Promise<unknown> => {
    const program = path.join(CHECKOUT, 'apps/server/dist/perfuse.mjs');
    const child = spawn(process.execPath, [program, ...words, '--json'], {
      cwd: CHECKOUT,
      // Webhooks of the tests are on this machine.
      env: cleanEnvironment({
        NODE_ENV: 'development',
        PERFUSE_PRIVATE_TARGETS: 'loopback',
        ...surroundings,
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const answer = answerSchema.safeParse(JSON.parse(said));
    if (!answer.success) throw new Error(`perfuse ${words.join(' ')} said ${said}`);
    return answer.data.result;
  };

  const address = '1 Main Street; ; Springfield; Illinois; USA; 62701';
  const about = ['--name', 'Acme Health', '--address', address, '--email', 'data@acme.example'];
  await perfuse('organisation', 'create', organisation, ...about);
  const { key: licenceKey } = licenceSchema.parse(
    await perfuse('licence', 'create', 'clinics', '-o', organisation),
  );
  const launchKey = keySchema.parse(
    await perfuse('key', 'create', '-o', organisation, '--purpose', 'launch', '--curve', 'Ed25519'),
  );
  const resultsKey = keySchema.parse(
    await perfuse('key', 'create', '-o', organisation, '--purpose', 'results'),
  );
  const { origin } = new URL(url);
  return {
    origin,
    resultsKey: resultsKey.privateKey,
    configure: async (configId, settings) => {
      const set = Object.entries(settings).flatMap(([name, value]) => [
        '--set',
        `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ]);
      await perfuse('configuration', 'create', configId, '-o', organisation, ...set);
    },
    events: async (configId, sessionId) => {
      const listed = await perfuse(
        'webhook',
        'list',
        '-o',
        organisation,
        '--configuration',
        configId,
      );
      return deliveriesSchema
        .parse(listed)
        .flatMap((one) => (one.sessionId === sessionId ? [one.event] : []));
    },
    link: async (configId, profile, options = {}) => {
      const tokens = await registerDevice({ origin, licenceKey });
      const given = { origin, organisation, configId, launchKey, profile, tokens, ...options };
      return (await createLaunchLink(given)).url;
    },
  };
}
