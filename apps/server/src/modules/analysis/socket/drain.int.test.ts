// SPDX-License-Identifier: Apache-2.0
import { call, guest } from '@perfuse/testing/client';
import { begin, payloads, RESULTS, send } from '@perfuse/testing/measuring';
import { refusal } from '@perfuse/testing/refusal';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../testing/server.ts';

describe('a server that drains', () => {
  const servers: TestServer[] = [];
  const start = async (seconds: string): Promise<TestServer> => {
    const server = await startServer({ environment: { PERFUSE_DRAIN_S: seconds } });
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  /** Starts the drain. @returns whether it is over, and its end. */
  function drain({ app }: TestServer) {
    const state = { isOver: false };
    const end = app.drain().then(() => {
      state.isOver = true;
    });
    return { state, end };
  }

  it('refuses new measurements and waits for the last result of running ones', async () => {
    const server = await start('600');
    const { Token: token } = await guest(server);
    const people = [await begin(server), await begin(server)];
    const { state, end } = drain(server);
    const body = { StudyID: server.studyId };
    expect(await call(server, 'POST', '/analysis/measurements', { token, body })).toMatchObject(
      refusal(503, 'SERVICE_UNAVAILABLE'),
    );
    for (const person of people) {
      expect(state.isOver).toBe(false);
      await send(person, 0);
      await person.socket.resultCount(RESULTS, payloads.length);
    }
    await end;
  });

  it('does not wait for a client that has left', async () => {
    const server = await start('600');
    const person = await begin(server);
    await send(person, 0, 2);
    const { end } = drain(server);
    person.socket.socket.terminate();
    await end;
  });

  it('stops at once without a measurement, and after its time limit with one', async () => {
    const server = await start('1');
    await server.app.drain();
    const busy = await start('1');
    await send(await begin(busy), 0, 2);
    await busy.app.drain();
  });
});
