// SPDX-License-Identifier: Apache-2.0
/** A guest with a face in front of the camera, and what their browser knows afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EMPTY_PROFILE, type ProfileForm } from '@perfuse/contract/person/profile';
import { diagnosticsSchema, type ReportedOutcome } from '@perfuse/contract/results/outcome';
import { beginRecording, chooseRecording, reachCamera } from '@perfuse/measure/journey';
import type { Browser, Page } from '@perfuse/browser-harness';
import { watchTraffic, type Traffic } from './traffic.ts';

export const PROFILE: ProfileForm = {
  ...EMPTY_PROFILE,
  age: '40',
  heightCm: '175',
  weight: '75',
  gender: 'female',
  smoker: '0',
  diabetic: '0',
  hypertension: '0',
  hypertensionMedication: '0',
};

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };

export interface Visit {
  readonly page: Page;
  readonly traffic: Traffic;
}

/** What the browser keeps of a person who has passed the first screens. */
export type Remembered = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** A browser that has never been here, or that remembers what an earlier one did. */
export async function visit(
  browser: Browser,
  viewport = DESKTOP,
  remembered?: Remembered,
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-US',
    // Who comes back may have withdrawn it meanwhile.
    ...(remembered === undefined ? { permissions: ['camera'] } : { storageState: remembered }),
    viewport,
  });
  const page = await context.newPage();
  return { page, traffic: watchTraffic(page) };
}

export async function lastMeasurement(page: Page): Promise<ReportedOutcome | null> {
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'perfuse') ?? null));
  return diagnosticsSchema.parse(JSON.parse(text)).lastMeasurement;
}

/** A camera is not needed: the server must allow recordings. */
export const RECORDINGS = { PERFUSE_RECORDED_SOURCE: 'on' } as const;

/** Starts to measure a recording in the place of the camera, on the measurement screen. */
export async function startRecording(page: Page, file: string): Promise<void> {
  const fault = await chooseRecording(page, file);
  if (fault !== null) throw new Error(`The app did not take the recording: ${fault}.`);
  await beginRecording(page);
}

/** The way of a guest from the first page to a running measurement of a recording. */
export async function measureRecording(page: Page, url: string, file: string): Promise<void> {
  await reachCamera(page, url, PROFILE);
  await startRecording(page, file);
}

/** A busy machine reads a recording in some minutes; the app gives up by itself when nothing comes any more. */
const OUTCOME_LIMIT_MS = 240_000;

/** Asks again and again how the measurement ended. @throws Error when it came to no end in time. */
export async function untilOutcome(
  read: () => Promise<ReportedOutcome | null>,
): Promise<ReportedOutcome> {
  const limit = Date.now() + OUTCOME_LIMIT_MS;
  while (Date.now() < limit) {
    const outcome = await read();
    if (outcome !== null) return outcome;
    await sleep(250);
  }
  throw new Error('The app came to no end in time.');
}

/** Waits for the end of a measurement, good or bad. */
export const outcomeOf = (page: Page): Promise<ReportedOutcome> =>
  untilOutcome(() => lastMeasurement(page));
