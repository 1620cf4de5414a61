// SPDX-License-Identifier: Apache-2.0
/** Each way a measurement can end, over the real protocol and with the real engine, and what usage reports of it. */
import { rm } from 'node:fs/promises';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { usageAnswer, type UsageOutcome } from '@perfuse/contract/admin/usage';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { actionOf, payloadOf } from '@perfuse/testing/chunks';
import { addChunk, call, cookieOf } from '@perfuse/testing/client';
import {
  begin,
  expectAllResults,
  payloads,
  RESULTS,
  send,
  type Person,
} from '@perfuse/testing/measuring';
import { giveConsent, person } from '../../testing/people.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { faultyWorker, type FaultyWorker } from '@perfuse/testing/faulty-worker';
import { until } from '@perfuse/testing/waiting';

const MINUTE = 60_000;
const PASSWORD = 'Correct-horse-9';

/** A face whose colour does not change with the pulse. */
const lifeless = phantomChunks({ bpm: 66, snr: -40, seed: 5 }).map(payloadOf);

const accountOf = z.object({ ID: z.string() });

type Total = Record<UsageOutcome, number>;
const NONE: Total = { started: 0, completed: 0, failed: 0, abandoned: 0 };

describe('usage', () => {
  let away = 0;
  let directory: string;
  let worker: FaultyWorker;
  let server: TestServer;
  const start = async (): Promise<void> => {
    server = await startServer({
      directory,
      workerFile: worker.file,
      now: () => Date.now() + away,
      environment: { PERFUSE_WORKERS: '1' },
    });
  };
  beforeAll(async () => {
    directory = await temporaryFolder();
    worker = await faultyWorker(await realWorker(), directory);
    await start();
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** What the administration page shows of the installation's own organisation. */
  async function usage() {
    const email = `admin-${String(performance.now())}@perfuse.example`;
    await server.app.accounts.administrators.add(email, PASSWORD, null);
    const headers = { [ADMIN_HEADER.name]: ADMIN_HEADER.value };
    const body = { email, password: PASSWORD };
    const signedIn = await call(server, 'POST', '/admin/api/session', { headers, body });
    const cookie = cookieOf(signedIn);
    const { organisationId } = server.app.installation;
    const path = `/admin/api/organisations/${organisationId}/usage?days=7`;
    const answer = await call(server, 'GET', path, { headers: { ...headers, cookie } });
    return usageAnswer.parse(answer.body);
  }
  /** How the counts changed during some work. */
  async function added(work: () => Promise<void>): Promise<Total> {
    const { total: before } = await usage();
    await work();
    const { total, days } = await usage();
    const perDay = (outcome: UsageOutcome) => days.reduce((sum, day) => sum + day[outcome], 0);
    const difference = { ...NONE };
    for (const outcome of ['started', 'completed', 'failed', 'abandoned'] as const) {
      expect(perDay(outcome)).toBe(total[outcome]);
      difference[outcome] = total[outcome] - before[outcome];
    }
    return difference;
  }
  const forget = ({ token, id }: Pick<Person, 'token' | 'id'>) =>
    call(server, 'DELETE', `/analysis/measurements/${id}`, { token });

  it('counts a finished measurement as completed, even if it is deleted later', async () => {
    const counts = await added(async () => {
      const person = await begin(server);
      await send(person, 0);
      await expectAllResults(person.socket);
      expect(await forget(person)).toMatchObject({ status: 200 });
    });
    expect(counts).toEqual({ ...NONE, started: 1, completed: 1 });
  });

  it('counts a measurement whose last analysis throws twice as failed', async () => {
    const counts = await added(async () => {
      const person = await begin(server);
      await send(person, 0, 5);
      await person.socket.resultCount(RESULTS, 5);
      await worker.next('throws', 6);
      await worker.next('throws', 6);
      await send(person, 5);
      const last = (await person.socket.resultCount(RESULTS, 6)).at(-1);
      expect(resultMessageSchema.parse(last?.body).Error.Code).toBe('ANALYSIS_FAILED');
      // The app then deletes it, like every measurement without a result.
      expect(await forget(person)).toMatchObject({ status: 200 });
    });
    expect(counts).toEqual({ ...NONE, started: 1, failed: 1 });
  });

  it('counts a measurement that the app deletes because of a low signal as abandoned', async () => {
    const counts = await added(async () => {
      const person = await begin(server);
      const body = (at: number) => ({
        Params: { ID: person.id },
        Action: actionOf(at, lifeless.length),
        Payload: lifeless[at],
      });
      for (const at of [0, 1, 2]) {
        expect(await person.socket.ask(ACTIONS.data, body(at))).toMatchObject({ status: 200 });
      }
      const [, , third] = await person.socket.resultCount(RESULTS, 3);
      const { Channels } = resultMessageSchema.parse(third?.body);
      expect(Channels['HR_BPM']?.Notes).toContain('reason=low-signal');
      expect(Channels['SNR']?.Data[0]).toBeLessThan(0);
      expect(await forget(person)).toMatchObject({ status: 200 });
    });
    expect(counts).toEqual({ ...NONE, started: 1, abandoned: 1 });
  });

  it('counts a cancelled measurement as abandoned, once', async () => {
    const counts = await added(async () => {
      const person = await begin(server);
      await send(person, 0, 2);
      expect(await forget(person)).toMatchObject({ status: 200 });
      expect(await forget(person)).toMatchObject({ status: 404 });
    });
    expect(counts).toEqual({ ...NONE, started: 1, abandoned: 1 });
  });

  it('counts a measurement that is closed without requesting a result as abandoned', async () => {
    const counts = await added(async () => {
      const { token, id } = await begin(server);
      const answer = await addChunk(server, token, id, payloads[0] ?? '', 'LAST::IGNORE');
      expect(answer).toMatchObject({ status: 200 });
    });
    expect(counts).toEqual({ ...NONE, started: 1, abandoned: 1 });
  });

  it('counts a measurement that is deleted with its account as abandoned', async () => {
    const counts = await added(async () => {
      const { Token: token } = await person(server);
      await giveConsent(server, token);
      const body = { StudyID: server.app.installation.studyId };
      await call(server, 'POST', '/analysis/measurements', { token, body });
      const account = accountOf.parse(
        (await call(server, 'GET', '/analysis/users', { token })).body,
      );
      await server.app.accounts.people.erase(account.ID);
    });
    expect(counts).toEqual({ ...NONE, started: 1, abandoned: 1 });
  });

  it('counts a measurement that stops receiving data as abandoned once it times out', async () => {
    const counts = await added(async () => {
      const person = await begin(server);
      await send(person, 0, 5);
      await person.socket.resultCount(RESULTS, 5);
      person.socket.socket.close();
      const status = async () => {
        const path = `/analysis/measurements/${person.id}`;
        const { body } = await call(server, 'GET', path, { token: person.token });
        return JSON.stringify(body);
      };
      expect(await status()).toContain('"CAPTURING"');
      // Restarted a quarter of an hour later: moving the clock of a running server postpones its housekeeping.
      await server.stop();
      away += 15 * MINUTE;
      await start();
      await until(
        async () => ((await status()).includes('"INCOMPLETE"') ? true : undefined),
        'a measurement that is given up',
      );
      const last = await addChunk(
        server,
        person.token,
        person.id,
        payloads[5] ?? '',
        'LAST::PROCESS',
      );
      expect(last).toMatchObject({ status: 400, body: { Code: 'MEASUREMENT_CLOSED' } });
    });
    expect(counts).toEqual({ ...NONE, started: 1, abandoned: 1 });
  });
});
