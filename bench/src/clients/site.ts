// SPDX-License-Identifier: Apache-2.0
/** A real server with an organisation, its administrator and a licence, created as an operator creates them. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { cleanEnvironment } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import {
  bundledServer,
  killLoadServer,
  NO_RATE_LIMITS,
  startLoadServer,
} from '../load/server-process.ts';

/** As read by sequence.py. */
export interface SequenceSite {
  readonly rest: string;
  readonly websocket: string;
  readonly licence: string;
  readonly study: string;
  readonly organisation: string;
  readonly administrator: { readonly email: string; readonly password: string };
  /** A folder with payload0.bin and so on. */
  readonly payloads: string;
  /** Time between chunks, s. */
  readonly paceS: number;
}

const ORGANISATION = 'acme';
const ADMINISTRATOR = { email: 'lead@example.org', password: `Bench-${randomUUID()}` };

const organisationMade = z.object({ result: z.object({ studyId: z.string() }) });
const licenceMade = z.object({ result: z.object({ key: z.string() }) });

/** Writes the chunks of a synthetic person with this heart rate, per minute. @returns the folder. */
function writePayloads(directory: string, bpm: number): string {
  const folder = path.join(directory, 'payloads');
  mkdirSync(folder);
  for (const [at, chunk] of phantomChunks({ bpm, snr: 10, seed: 1 }).entries()) {
    writeFileSync(path.join(folder, `payload${String(at)}.bin`), encodeChunk(chunk));
  }
  return folder;
}

/** Starts a dedicated server and creates what a client needs on it. */
export async function openSite(options: { readonly bpm: number; readonly paceS: number }) {
  const program = await bundledServer();
  const folder = temporaryDirectory('clients');
  const environment = { ...NO_RATE_LIMITS, PERFUSE_DATA_DIR: path.join(folder.path, 'data') };
  const server = await startLoadServer({ name: 'server', program, environment, core: null });
  const perfuse = (words: readonly string[], input = ''): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [path.join(path.dirname(program), 'perfuse.mjs'), ...words, '--json'],
        { input, encoding: 'utf8', env: cleanEnvironment(environment) },
      ),
    );
  const { email, password } = ADMINISTRATOR;
  const of = ['-o', ORGANISATION];
  const made = perfuse(['organisation', 'create', ORGANISATION, '--name', 'Acme']);
  const { studyId } = organisationMade.parse(made).result;
  perfuse(['user', 'create', ...of, '--email', email, '--password-stdin'], `${password}\n`);
  perfuse(['user', 'role', email, 'DFX_ORG_ADMIN', ...of]);
  const { key } = licenceMade.parse(perfuse(['licence', 'create', 'Clients', ...of])).result;
  const rest = `${server.origin}/analysis`;
  const site: SequenceSite = {
    rest,
    websocket: rest.replace(/^http/, 'ws'),
    licence: key,
    study: studyId,
    organisation: ORGANISATION,
    administrator: ADMINISTRATOR,
    payloads: writePayloads(folder.path, options.bpm),
    paceS: options.paceS,
  };
  return {
    site,
    close: async () => {
      await killLoadServer(server);
      folder.remove();
    },
  };
}
