// SPDX-License-Identifier: Apache-2.0
import client from '@nuralogix.ai/dfx-api-client';
import { measurementSchema } from '@perfuse/contract/analysis/schemas';
import { decodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { decodeChannels, resultMessageSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import Libsql from 'libsql';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { realWorker } from '../../../testing/bundled.ts';
import { actionOf, payloadOf } from '@perfuse/testing/chunks';
import { addChunk, call, guest, openMeasurement } from '@perfuse/testing/client';
import { startServer, type TestServer } from '../../../testing/server.ts';

const BPM = 72;
const LOGIN = '0718';
const SUBSCRIBE = '0510';
const DATA = '0506';

describe("the vendor's own client against the real engine", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ workerFile: await realWorker() });
    // Node 20 has no websocket of its own, and the client uses the global one.
    Object.assign(globalThis, { WebSocket });
  });
  afterAll(() => server.stop());

  // The client cuts off the last character of an address, which should be the slash.
  it.each(['/analysis/', '/analysis'])(
    'at %s registers, measures and gets six results, the last one with the subject’s heart rate',
    async (base) => {
      const api = client({
        url: { http: new URL(base, server.origin), wss: new URL(base, `ws://${server.host}`) },
      });
      const registered = await api.http.organizations.registerLicense(
        {
          Key: server.app.installation.demoLicenceKey ?? '',
          DeviceTypeID: 'LINUX',
          Name: 'test',
          Identifier: 'test',
          Version: '1.0.0',
        },
        false,
      );
      expect(registered.status).toBe('200');
      const token = z.object({ Token: z.string() }).parse(registered.body).Token;
      api.setSession({ userToken: token });
      const created = await api.http.measurements.create({
        StudyID: server.app.installation.studyId,
        Resolution: 0,
      });
      expect(created.status).toBe('200');
      const { ID } = z.object({ ID: z.string() }).parse(created.body);

      const chunks = phantomChunks({ bpm: BPM, snr: 12, seed: 7 });
      const results: unknown[] = [];
      const orders: number[] = [];
      await new Promise<void>((resolve, reject) => {
        const sendNext = () => {
          const chunk = chunks[orders.length];
          if (chunk === undefined) return;
          api.websocket.sendMessage(DATA, {
            Params: { ID },
            Action: actionOf(chunk.index, chunks.length),
            Payload: payloadOf(chunk),
          });
        };
        api.websocket.onmessage = (_requestId, status: string, message: unknown, action) => {
          if (status !== '200') reject(new Error(`${action}: ${JSON.stringify(message)}`));
          if (action === LOGIN) {
            api.websocket.sendMessage(SUBSCRIBE, { Params: { ID }, RequestID: '' });
          } else if (action === SUBSCRIBE && JSON.stringify(message) === '{}') {
            sendNext();
          } else if (action === DATA) {
            orders.push(z.object({ ChunkOrder: z.int() }).parse(message).ChunkOrder);
            sendNext();
          } else if (action === SUBSCRIBE) {
            results.push(message);
            if (results.length === chunks.length) resolve();
          }
        };
        api.websocket.onerror = () => reject(new Error('socket error'));
        api.websocket.connect(token);
      });
      api.websocket.disconnect();

      expect(orders).toEqual([0, 1, 2, 3, 4, 5]);
      const messages = results.map((message) => resultMessageSchema.parse(message));
      expect(messages.map(({ Error }) => Error.Code)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK', 'OK']);
      const last = messages.at(-1);
      expect(last).toMatchObject({ MeasurementDataID: `${ID}:5`, StatusID: 'COMPLETE' });
      const rate = last === undefined ? null : decodeChannels(last).HR_BPM?.value;
      expect(Math.abs((rate ?? 0) - BPM)).toBeLessThan(3);
      const stored = await api.http.measurements.retrieve(ID, 'device');
      expect(stored).toMatchObject({ status: '200', body: { StatusID: 'COMPLETE' } });

      // The evidence of the last result comes with it, over the socket and when it is retrieved.
      const evidences = messages.map(({ Channels }) => decodeEvidence(Channels));
      expect(evidences.map((evidence) => evidence !== null)).toEqual([
        ...[false, false, false, false, false],
        true,
      ]);
      const { Results } = measurementSchema.parse(stored.body);
      const kept = Object.entries(Results).flatMap(([code, [data]]) =>
        data === undefined ? [] : [[code, data] as const],
      );
      expect(decodeEvidence(Object.fromEntries(kept))).toEqual(evidences.at(-1));
    },
  );

  it('gets the chunks that request no result before the last one is stored', async () => {
    const { Token: token } = await guest(server);
    const chunks = phantomChunks({ bpm: BPM, snr: 12, seed: 8 });
    const file = new Libsql(path.join(server.directory, 'perfuse.sqlite'));
    const heartRate = async (): Promise<unknown> => {
      const id = await openMeasurement(server, token);
      for (const chunk of chunks) {
        const isLast = chunk.index === chunks.length - 1;
        const action = actionOf(chunk.index, chunks.length);
        // From the store, the earlier ones can no longer be analysed.
        if (isLast) file.exec("update chunks set payload = x'00'");
        const asked = isLast ? action : action.replace('PROCESS', 'IGNORE');
        expect((await addChunk(server, token, id, payloadOf(chunk), asked)).status).toBe(200);
      }
      const measurement = async () =>
        measurementSchema.parse(
          (await call(server, 'GET', `/analysis/measurements/${id}`, { token })).body,
        );
      await expect.poll(async () => (await measurement()).StatusID).not.toBe('PROCESSING');
      return (await measurement()).Results['HR_BPM']?.[0]?.Data[0];
    };
    // The first last chunk may overtake those before it, which wait for the engine's thread to start.
    await expect.poll(heartRate).toBeGreaterThan(10_000 * (BPM - 3));
    file.close();
  });
});
