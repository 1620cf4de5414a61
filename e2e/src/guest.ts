// SPDX-License-Identifier: Apache-2.0
/** A guest with a face in front of the camera, and what their browser knows afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EMPTY_PROFILE, type ProfileForm } from '@perfuse/contract/person/profile';
import { diagnosticsSchema, type ToldOutcome } from '@perfuse/contract/results/outcome';
import type { Browser, Page } from '@perfuse/rig';
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

type Remembered = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

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

export async function lastMeasurement(page: Page): Promise<ToldOutcome | null> {
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'perfuse') ?? null));
  return diagnosticsSchema.parse(JSON.parse(text)).lastMeasurement;
}

/** Waits for the end of a measurement, good or bad. */
export async function outcomeOf(page: Page, limitMs = 90_000): Promise<ToldOutcome> {
  const limit = Date.now() + limitMs;
  while (Date.now() < limit) {
    const outcome = await lastMeasurement(page);
    if (outcome !== null) return outcome;
    await sleep(250);
  }
  throw new Error('The app came to no end in time.');
}
