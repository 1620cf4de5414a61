// SPDX-License-Identifier: Apache-2.0
/** A session of a validation study, with a face in front of the camera and an emulated strap, up to its report. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import type { Protocol } from '@perfuse/contract/study/protocol';
import { studySessionSchema, type StudySession } from '@perfuse/contract/study/session-file';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { watchTraffic, type Traffic } from '../traffic.ts';
import {
  BLUETOOTH,
  emulateStrap,
  type EmulatedStrap,
  type StrapOptions,
} from './emulated-strap.ts';

const FACE = { bpm: 72, breaths: 15 };
/** Differs from the face's rate, so that the two cannot be confused. */
const STRAP_BPM = 76;
/** Time for filming and the analysis on a busy machine. */
const MEASURED_MS = 240_000;

const ONCE: Protocol = {
  format: 'perfuse-study-protocol',
  version: 1,
  name: 'Once',
  order: 'fixed',
  steps: [{ condition: 'rest', pauseS: 0, repetitions: 1 }],
};

let url: string;
let browser: Browser;
const folder = temporaryDirectory('e2e-study');
beforeAll(async () => {
  url = (await sharedInstallation({ PERFUSE_STUDY: 'on' })).url;
  browser = await launchWithCamera({ video: await cameraVideo(FACE), args: BLUETOOTH });
});
afterAll(async () => {
  await browser.close();
  folder.remove();
});

interface Visitor {
  readonly page: Page;
  readonly traffic: Traffic;
  readonly strap: EmulatedStrap;
}

async function open(options: StrapOptions, protocol: Protocol): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-US', permissions: ['camera'] });
  const page = await context.newPage();
  const traffic = watchTraffic(page);
  const strap = await emulateStrap(browser, page, options);
  await page.addInitScript((text) => {
    localStorage.setItem('perfuse.study-protocol', text);
  }, JSON.stringify(protocol));
  await page.goto(`${url}study`);
  return { page, traffic, strap };
}

async function leave(page: Page, strap: EmulatedStrap): Promise<void> {
  await page.context().close();
  await strap.stop();
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: MEASURED_MS });

/** Enrols a participant, up to the connected strap. */
async function enrol(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Participant code' }).fill(code);
  await press(page, 'Begin the session');
  await heading(page, 'Taking part');
  await press(page, 'Continue');
  await page.getByText('Tick the box to take part, or cancel.').waitFor();
  await page
    .getByText('I have read this, was able to ask questions, and agree to take part.')
    .click();
  await press(page, 'Continue');
  await page.getByRole('radio', { name: 'Skin tone 7 of 10' }).check({ force: true });
  await press(page, 'Continue');
  await heading(page, 'Connect the sensor');
}

async function connect(page: Page): Promise<void> {
  await press(page, 'Choose a sensor');
  await page.getByText('Strap is connected and sends every heartbeat.').waitFor();
}

async function film(page: Page): Promise<void> {
  await press(page, 'Start camera');
  const start = page.locator('button:not([aria-disabled])', { hasText: 'Start measurement' });
  await start.click({ timeout: 120_000 });
}

async function exported(page: Page): Promise<StudySession> {
  const download = page.waitForEvent('download');
  await press(page, 'Export');
  const file = await (await download).path();
  return studySessionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

const reportSchema = z.object({
  recordings: z.array(
    z.object({ hr: z.object({ truth: z.nullable(z.number()), value: z.nullable(z.number()) }) }),
  ),
  summary: z.object({
    study: z.object({
      differs: z.number(),
      all: z.object({
        measurements: z.number(),
        compared: z.number(),
        bias: z.nullable(z.number()),
      }),
    }),
  }),
});

/** The bench's report of one session, and its page. */
async function reportOf(session: StudySession) {
  const place = path.join(folder.path, session.id);
  const out = path.join(folder.path, `${session.id}-report`);
  await mkdir(place);
  await writeFile(path.join(place, 'session.json'), JSON.stringify(session));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.mjs', 'bench/src/accuracy/main.ts', place, '--json', '--out', out],
    { cwd: CHECKOUT, maxBuffer: 16 * 1024 * 1024 },
  );
  const { summary, recordings } = reportSchema.parse(JSON.parse(stdout));
  const page = await readFile(path.join(out, 'study.html'), 'utf8');
  return { study: summary.study, recordings, page };
}

test('a session with a heart-rate strap yields a report that compares both, and nothing is sent', async () => {
  const { page, traffic, strap } = await open({ bpm: STRAP_BPM }, ONCE);
  await enrol(page, 'P-01');
  await connect(page);
  await press(page, 'Continue');
  await heading(page, 'Measurement 1 of 1');
  await film(page);
  await heading(page, 'Measured');
  await press(page, 'Continue');
  await heading(page, 'Thank you');
  const session = await exported(page);

  expect(session).toMatchObject({ participant: 'P-01', skinTone: 7 });
  expect(session.measurements).toHaveLength(1);
  const [measurement] = session.measurements;
  expect(measurement).toMatchObject({ condition: 'rest', end: 'answered', failure: null });
  expect(measurement?.chunks).toHaveLength(6);
  expect(measurement?.sensor?.samples.length).toBeGreaterThan(25);

  const { study, recordings, page: report } = await reportOf(session);
  expect(report).toContain('Monk 7');
  expect(study.all).toMatchObject({ measurements: 1, compared: 1 });
  expect(study.differs).toBe(0);
  // The strap follows the clock; the face does so only if the machine plays its video at the speed it was drawn for.
  const { truth, value } = recordings[0]?.hr ?? { truth: null, value: null };
  if (truth === null || value === null) throw new Error('The report compares nothing.');
  expect(Math.abs(truth - STRAP_BPM)).toBeLessThan(0.5);
  expect(value).toBeCloseTo(measurement?.stated.hr ?? 0, 1);
  expect(study.all.bias).toBeCloseTo(value - truth, 6);

  const sent = traffic.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  expect(sent.map(({ url: address }) => address.pathname)).toEqual(['/api/token']);
  expect(traffic.sockets).toEqual([]);
  await leave(page, strap);
});
