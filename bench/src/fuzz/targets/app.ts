// SPDX-License-Identifier: Apache-2.0
/** The whole server within this process, with a guest, a measurement, an organisation and its administrator. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { createApp, type App } from '@perfuse/server/internal/app';
import { readConfiguration } from '@perfuse/server/internal/platform/config/configuration';
import { createLogger } from '@perfuse/server/internal/platform/telemetry/logging';
import {
  integrator,
  plainProfile,
  PROFILE,
  type Integrator,
} from '@perfuse/server/testing/integrator';
import { CHEAP, FAKE_WORKER } from '@perfuse/server/testing/server';
import { smallPayloads } from '@perfuse/testing/chunks';
import { PASSWORD } from '@perfuse/server/testing/people';
import { Violation } from '../engine/oracle.ts';

export interface RunningApp {
  readonly app: App;
  readonly organisation: Integrator;
  /** Puts what is alive in this run in the place of `@TOKEN@`, `@REFRESH@`, `@MEASUREMENT@` and their like. */
  readonly fill: (text: string) => Promise<string>;
  /** Throws when the server has logged a fault of its own since the last time. */
  readonly checkLog: () => void;
  readonly close: () => Promise<void>;
}

const pair = z.object({ Token: z.string(), RefreshToken: z.string() });
const withId = z.object({ ID: z.string() });

export async function openApp(): Promise<RunningApp> {
  const directory = await mkdtemp(path.join(tmpdir(), 'perfuse-fuzz-'));
  const read = readConfiguration({
    PERFUSE_DATA_DIR: directory,
    PERFUSE_WORKERS: '1',
    PERFUSE_RATE_STRICT: '1000000',
    PERFUSE_RATE_NORMAL: '1000000',
    PERFUSE_RATE_RELAXED: '1000000',
    PERFUSE_MEASUREMENTS: '1000000',
  });
  if (!read.ok) throw new Error(read.reason.join('; '));
  let fault: string | null = null;
  const app = await createApp({
    configuration: read.value,
    workerFile: FAKE_WORKER,
    webBuilds: [],
    passwordCost: CHEAP,
    log: createLogger('error', { write: (line) => void (fault ??= line) }),
  });
  await app.http.ready();
  const close = async (): Promise<void> => {
    await app.close();
    await rm(directory, { recursive: true, force: true });
  };
  const { studyId } = app.installation;
  const server = { app, directory, origin: '', host: '', studyId, log: [], stop: close };
  const organisation = await integrator(server, { callbackOrigins: ['https://clinic.example'] });

  const { administrators } = app.accounts;
  const keeper = await administrators.add(
    'keeper@example.org',
    `${PASSWORD}-and-longer`,
    organisation.organisationId,
  );

  const ask = async (url: string, token: string | null, payload: object): Promise<unknown> => {
    const answer = await app.http.inject({
      method: 'POST',
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      payload,
    });
    return answer.json();
  };
  const guest = async (): Promise<Record<string, string>> => {
    const { Token, RefreshToken } = pair.parse(await ask('/api/token', null, {}));
    const measurement = { StudyID: app.installation.studyId, Resolution: 0 };
    const { ID } = withId.parse(await ask('/analysis/measurements', Token, measurement));
    const ADMIN = await administrators.openSession(keeper);
    return { TOKEN: Token, REFRESH: RefreshToken, MEASUREMENT: ID, ADMIN };
  };
  const fixed: Readonly<Record<string, string>> = {
    STUDY: app.installation.studyId,
    CONFIG: organisation.configId,
    LICENCE: organisation.licenceKey,
    PROFILE: plainProfile(PROFILE),
    PAYLOAD: smallPayloads({ count: 1 })[0] ?? '',
  };
  // A guest is kept until an input may have used up what it has.
  let alive = await guest();
  let uses = 0;
  return {
    app,
    organisation,
    fill: async (text) => {
      if (!/@[A-Z]+@/.test(text)) return text;
      uses += 1;
      if (uses % 16 === 0) alive = await guest();
      const signed = text.includes('@SIGNED@') ? await organisation.sign() : '';
      const words: Readonly<Record<string, string>> = { ...fixed, ...alive, SIGNED: signed };
      return text.replace(/@([A-Z]+)@/g, (whole, name: string) =>
        Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
      );
    },
    checkLog: () => {
      if (fault === null) return;
      const line = fault;
      fault = null;
      throw new Violation(`the server failed: ${line.slice(0, 2000)}`);
    },
    close,
  };
}
