// SPDX-License-Identifier: Apache-2.0
/** A guest with a face in front of the camera, and the state of their browser afterwards. */
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

/** Browser storage of a person who has passed the first screens. */
export type Remembered = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Opens a browser context that is empty, or that has the storage of an earlier one. */
export async function visit(
  browser: Browser,
  viewport = DESKTOP,
  remembered?: Remembered,
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-US',
    // A returning visitor may have withdrawn the permission.
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

/** Settings of a server that allows recordings, so that no camera is needed. */
export const RECORDINGS = { PERFUSE_RECORDED_SOURCE: 'on' } as const;

/** On the measurement screen, starts to measure a recording instead of the camera. */
export async function startRecording(page: Page, file: string): Promise<void> {
  const fault = await chooseRecording(page, file);
  if (fault !== null) throw new Error(`The app did not take the recording: ${fault}.`);
  await beginRecording(page);
}

/** Takes a guest from the first page to a running measurement of a recording. */
export async function measureRecording(page: Page, url: string, file: string): Promise<void> {
  await reachCamera(page, url, PROFILE);
  await startRecording(page, file);
}

/** A busy machine needs minutes to read a recording; the app itself times out when no more data arrives. */
const OUTCOME_LIMIT_MS = 240_000;

/** Polls for the outcome of the measurement. @throws Error when it does not end in time. */
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

/** Waits for a measurement to end, successfully or not. */
export const outcomeOf = (page: Page): Promise<ReportedOutcome> =>
  untilOutcome(() => lastMeasurement(page));
