// SPDX-License-Identifier: Apache-2.0
/**
 * The engine in a browser's worker gives the same results as the service: recordings and phantoms, each through a
 * server's websocket and through the worker of the built app in Chromium, result by result.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { launchChromium, type Page } from '@perfuse/browser-harness';
import { envVarsSchema } from '@perfuse/contract/backend/routes';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { resultMessageSchema, type ResultMessage } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { install, type Installation } from '@perfuse/e2e/installation';
import { phantomChunks } from '@perfuse/phantom';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { studyOfGuests, VirtualUser } from '@perfuse/testing/virtual-user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discover } from '../accuracy/recordings/discover.ts';
import { openTraceCache } from '../video/trace-cache.ts';
import { createVideoReader } from '../video/video-reader.ts';
import { framesOf, isFace, payloadsOf } from './recorded-chunks.ts';

const FOLDER = path.resolve(CHECKOUT, process.env['PERFUSE_RECORDINGS'] ?? '../shared/data');
const log = (line: string): void => void process.stdout.write(`${line}\n`);

let server: Installation;
/** Clean-up of everything opened, run even when some of it fails. */
const ends: (() => Promise<void>)[] = [];
let page: Page;
let whoRegion: string | undefined;
const videos = createVideoReader(log, openTraceCache());
ends.push(() => videos.close());

beforeAll(async () => {
  server = await install({ PERFUSE_WHO_REGION: 'CHE', PERFUSE_RATE_STRICT: '1000000' });
  ends.push(server.remove);
  const answer: unknown = await (await fetch(`${server.url}api/env-vars`)).json();
  ({ whoRegion } = envVarsSchema.parse(answer));
  const browser = await launchChromium([]);
  ends.push(() => browser.close());
  page = await browser.newPage();
  await page.goto(server.url);
  const assets = await readdir(path.join(CHECKOUT, 'apps/web/dist/consumer/assets'));
  const script = assets.find((name) => /^engine-worker-[\w-]+\.js$/.test(name));
  if (script === undefined) throw new Error('There is no build: npm run build.');
  await page.evaluate(async (address) => {
    const worker = new Worker(address, { type: 'module' });
    await new Promise<void>((resolve, reject) => {
      worker.onerror = () => reject(new Error('The engine could not be loaded.'));
      worker.onmessage = () => resolve();
    });
    Reflect.set(window, 'engine', worker);
  }, `/assets/${script}`);
});
afterAll(async () => {
  for (const end of ends) await end();
});

const channelsSchema = z.array(resultMessageSchema.shape.Channels);
type Channels = ResultMessage['Channels'];

/** The app worker's answer to each payload. */
async function onDevice(payloads: readonly string[]): Promise<Channels[]> {
  const answered = await page.evaluate(
    async ({ given, region }) => {
      const worker = Reflect.get(window, 'engine') as Worker;
      const answers: unknown[] = [];
      const all = new Promise<void>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ channels: unknown; message: string }>) => {
          if (data.channels === null) reject(new Error(data.message));
          answers.push(data.channels);
          if (answers.length === given.length) resolve();
        };
      });
      const measurementId = 'device-1';
      worker.postMessage({ type: 'begin', measurementId, whoRegion: region });
      for (const [index, base64] of given.entries()) {
        const payload = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
        const last = index === given.length - 1;
        worker.postMessage({ type: 'chunk', measurementId, index, payload, last });
      }
      await all;
      return answers;
    },
    { given: payloads, region: whoRegion },
  );
  return channelsSchema.parse(answered);
}

/** The service's answer to each payload. */
async function byService(payloads: readonly string[]): Promise<Channels[]> {
  const { origin } = new URL(server.url);
  const user = new VirtualUser({
    origin: () => origin,
    studyId: await studyOfGuests(origin),
    payloads,
    paceMs: 0,
  });
  const { kind, fault, results } = await user.measure();
  expect([kind, fault]).toEqual(['complete', null]);
  return payloads.map((_, at) => results.get(at)?.Channels ?? {});
}

const texts = (results: readonly Channels[]): string[] => results.map((one) => JSON.stringify(one));

/** @returns the heart rate that both gave; null where neither gave one. */
async function expectSame(payloads: readonly Uint8Array[]): Promise<number | null> {
  const encoded = payloads.map((one) => Buffer.from(one).toString('base64'));
  const [device, service] = await Promise.all([onDevice(encoded), byService(encoded)]);
  expect(texts(device)).toEqual(texts(service));
  expect(device.map((one) => Object.keys(one).length > 0)).not.toContain(false);
  const rate = device.at(-1)?.['HR_BPM']?.Data[0] ?? -1;
  return rate < 0 ? null : rate;
}

test.each([
  ['a clear pulse', { bpm: 72, snr: 14 }],
  ['a weak one', { bpm: 66, snr: 0, seed: 4 }],
  ['noise', { bpm: 66, snr: -20, seed: 5 }],
])(
  'a phantom with %s gives the same results on the device and on the service',
  async (_, subject) => {
    await expectSame(phantomChunks(subject).map(encodeChunk));
  },
);

const recordings = existsSync(FOLDER) ? (await discover(FOLDER)).recordings : [];
const faces = recordings.filter(isFace);
if (faces.length === 0) {
  log(
    `Skipped: there are no recordings of faces in ${FOLDER} (PERFUSE_RECORDINGS names another folder).`,
  );
}

test.skipIf(faces.length === 0)(
  'every recording of a face gives the same results on the device and on the service',
  async () => {
    let given = 0;
    for (const recording of faces) {
      const rate = await expectSame(payloadsOf(await framesOf(recording, videos)));
      if (rate !== null) given += 1;
    }
    log(
      `${String(faces.length)} recordings, ${String(given)} with a heart rate: the same on both.`,
    );
    // Any two engines that refuse everything would agree.
    expect(given).toBeGreaterThan(0);
  },
);
