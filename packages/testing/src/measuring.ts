// SPDX-License-Identifier: Apache-2.0
/** Measurements over the websocket of a server. */
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { phantomChunks } from '@perfuse/phantom';
import { expect } from 'vitest';
import { actionOf, payloadOf } from './chunks.ts';
import { connect, guest, openMeasurement, type ServerAddress, type TestSocket } from './client.ts';
import { studyOfGuests } from './virtual-user.ts';

/** Heart rate of the person, per minute. */
export const BPM = 66;
/** The chunks of one measurement, in their transmitted form. */
export const payloads: readonly string[] = phantomChunks({ bpm: BPM, snr: 12, seed: 3 }).map(
  payloadOf,
);
export const everyResult: readonly number[] = payloads.map((_payload, at) => at);

/** Request id of the results. */
export const RESULTS = 'RESULT0001';

export interface Person {
  readonly token: string;
  readonly id: string;
  readonly socket: TestSocket;
}

/** A logged-in socket that is subscribed to the results of a measurement. */
export async function follow(
  server: ServerAddress,
  { token, id }: Omit<Person, 'socket'>,
): Promise<TestSocket> {
  const socket = await connect(server, token);
  const body = { Params: { ID: id }, RequestID: RESULTS };
  expect(await socket.ask(ACTIONS.subscribeResults, body)).toMatchObject({ status: 200 });
  return socket;
}

/** A guest with an open measurement. */
export async function begin(server: ServerAddress): Promise<Person> {
  const { Token: token } = await guest(server);
  const studyId = await studyOfGuests(server.origin);
  const id = await openMeasurement({ ...server, studyId }, token);
  return { token, id, socket: await follow(server, { token, id }) };
}

/** Sends one chunk. @returns the status of the answer. */
export async function sendOne({ socket, id }: Person, at: number): Promise<number> {
  const Action = actionOf(at, payloads.length);
  const body = { Params: { ID: id }, Action, Payload: payloads[at] };
  return (await socket.ask(ACTIONS.data, body)).status;
}

/** Sends the chunks from `from` to before `to`; each must be acknowledged. */
export async function send(person: Person, from: number, to = payloads.length): Promise<void> {
  for (let at = from; at < to; at += 1) expect(await sendOne(person, at)).toBe(200);
}

/** Waits for the last result. @returns the answered chunks in order of arrival, and the final heart rate. */
export async function outcome(
  socket: TestSocket,
): Promise<{ readonly answered: readonly number[]; readonly heartRate: number }> {
  const frames = await socket.resultCount(RESULTS, payloads.length);
  const results = frames.map(({ body }) => resultMessageSchema.parse(body));
  return {
    answered: results.map(({ MeasurementDataID }) => Number(MeasurementDataID.split(':')[1])),
    heartRate: (results.at(-1)?.Channels['HR_BPM']?.Data[0] ?? 0) / 10_000,
  };
}

/** Waits for the last result. @returns the content of each result, as text: equal ones are the same bytes. */
export async function contents(socket: TestSocket): Promise<readonly string[]> {
  const frames = await socket.resultCount(RESULTS, payloads.length);
  return frames.map(({ body }) => JSON.stringify(resultMessageSchema.parse(body).Channels));
}

/** Expects every result once and in order, and the correct final heart rate. */
export async function expectAllResults(socket: TestSocket): Promise<void> {
  const { answered, heartRate } = await outcome(socket);
  expect(answered).toEqual(everyResult);
  expect(Math.abs(heartRate - BPM)).toBeLessThan(3);
}
