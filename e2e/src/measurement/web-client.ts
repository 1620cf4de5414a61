// SPDX-License-Identifier: Apache-2.0
/**
 * The web app's own measurement against a real server, without a browser: its state machine, its connection and its
 * tokens. Frames come from a phantom instead of a camera, and its deadlines follow a clock that the test controls.
 */
import { MEASUREMENT } from '@perfuse/contract/limits';
import { ACCESS_ROUTES } from '@perfuse/contract/analysis/access-routes';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { z } from '@perfuse/contract/schema';
import {
  backOffPolicy,
  MEASUREMENT_BACK_OFF,
  measurementMachine,
  phaseOf,
  type CaptureNotification,
  type Phase,
} from '@perfuse/flow';
import { GOOD_FACE } from '@perfuse/flow/testing/good-face';
import { phantomChunks } from '@perfuse/phantom';
import { createActor, SimulatedClock } from 'xstate';
import { createDeviceToken } from '@perfuse/web/internal/account/device-token';
import { createAnalysis } from '@perfuse/web/internal/platform/analysis/analysis';
import { createContractClient } from '@perfuse/client';
import type { TestServer } from '@perfuse/server/testing/server';
import { until } from '@perfuse/testing/waiting';

const deliverySchema = z.object({ context: z.object({ stored: z.array(z.number()) }) });
const { chunkCount, chunkS } = MEASUREMENT;
const payloads = phantomChunks({ bpm: 66, snr: 12, seed: 3 }).map(encodeChunk);

/** Opens the app with a phantom face in front of it, and gives access to its state. */
export function openApp(server: TestServer) {
  const api = createContractClient(BACKEND_ROUTES, `${server.origin}/api`);
  const access = createContractClient(ACCESS_ROUTES, `${server.origin}/analysis`);
  const token = createDeviceToken(
    {
      issue: () => api.call('token', { body: {} }),
      renew: (pair) => access.call('renewTokens', { body: pair }),
    },
    null,
  );
  const listeners = new Set<(news: CaptureNotification) => void>();
  const tell = (news: CaptureNotification): void => listeners.forEach((listener) => listener(news));
  const clock = new SimulatedClock();
  const actor = createActor(measurementMachine, {
    clock,
    input: {
      camera: {
        open: () => Promise.resolve(),
        lock: () => Promise.resolve(),
        unlock: () => undefined,
        close: () => undefined,
        onLost: () => () => false,
      },
      capture: {
        start: () => Promise.resolve(),
        detach: () => undefined,
        record: () => undefined,
        stop: () => undefined,
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      analysis: createAnalysis({
        host: `${server.host}/analysis`,
        pageProtocol: 'http:',
        token,
        studyId: async () => (await api.call('study')).studyId,
      }),
      retry: backOffPolicy({ ...MEASUREMENT_BACK_OFF, random: () => 0 }),
      now: () => clock.now(),
      wallClock: () => 0,
    },
  }).start();

  const context = () => actor.getSnapshot().context;
  const phase = (): Phase => phaseOf(actor.getSnapshot());
  /** Waits for an effect of the server or the network; the app's deadlines do not advance during the wait. */
  const waitFor = (isThere: () => boolean, what: string) =>
    until(() => (isThere() ? true : undefined), what);
  const answered = (count: number) =>
    waitFor(() => context().answered.length >= count, `${String(count)} results`);

  /** Chunks that the service has acknowledged. */
  const stored = (): number => {
    const delivery = actor.getSnapshot().children['delivery']?.getSnapshot();
    const read = deliverySchema.safeParse(delivery);
    return read.success ? read.data.context.stored.length : 0;
  };

  return {
    token,
    context,
    phase,
    waitFor,
    answered,
    stored: (count: number) => waitFor(() => stored() >= count, `${String(count)} stored chunks`),
    /** Advances the app's clock by this many seconds. */
    seconds: (count: number): void => {
      for (let second = 0; second < count; second += 1) clock.increment(1000);
    },
    /** Opens the camera and presses Start; resolves when the measurement is open on the server. */
    start: async (): Promise<string> => {
      actor.send({ type: 'OPEN_CAMERA' });
      await waitFor(() => phase() === 'preparing', 'the camera');
      await waitFor(() => context().plan !== null, 'what the service wants to be sent');
      for (let reading = 0; reading < 6; reading += 1) tell({ type: 'face', ...GOOD_FACE });
      await waitFor(() => phase() === 'ready', 'a face that is well placed');
      actor.send({ type: 'START' });
      await waitFor(() => context().measurementId !== null, 'an open measurement');
      return context().measurementId ?? '';
    },
    /** Delivers the chunks from `from` up to, not including, `to`; after the last one the recording ends. */
    film: (from: number, to: number = chunkCount): void => {
      for (let index = from; index < to; index += 1) {
        const payload = payloads[index];
        if (payload === undefined) throw new Error('The phantom has no such chunk.');
        const startMs = 1000 * chunkS * index;
        const frames = { frames: 150, dropped: 0, startMs, endMs: startMs + 4967 };
        tell({ type: 'chunk', index, payload, ...frames });
      }
      if (to === chunkCount) tell({ type: 'recorded', frames: 900, dropped: 0, framesPerS: 30 });
    },
    close: (): void => void actor.stop(),
  };
}
