// SPDX-License-Identifier: Apache-2.0
/** The steps of a guest, in any engine. */
import type { EnginePage } from '@perfuse/browser-harness/engines';
import { diagnosticsSchema, type ReportedOutcome } from '@perfuse/contract/results/outcome';
import { PROFILE, untilOutcome } from '../guest.ts';

export async function consent(page: EnginePage): Promise<void> {
  await page.press('button', 'Agree');
  await page.see('heading', 'Your consent');
  await page.tickAll();
  await page.press('button', 'Continue');
}

/** Fills the profile, up to the measurement screen. */
export async function fillProfile(page: EnginePage): Promise<void> {
  await page.fill('Age', PROFILE.age);
  await page.press('radio', 'Female', 'Sex at birth');
  await page.press('radio', 'Metric', 'Units');
  await page.fill('Height', PROFILE.heightCm);
  await page.fill('Weight', PROFILE.weight);
  for (const question of [
    'Do you smoke?',
    'Do you have diabetes?',
    'Do you have high blood pressure?',
    'Do you take blood pressure medication?',
  ]) {
    await page.press('radio', 'No', question);
  }
  await page.press('button', 'Continue');
  await page.see('button', 'Start camera');
}

/** Chooses a recording instead of the camera, and starts to measure it. */
export async function measureRecording(page: EnginePage, file: string): Promise<void> {
  const input = await page.driver.find(`return document.querySelector('input[type=file]');`);
  if (input === null) throw new Error('The app takes no recording.');
  await page.driver.chooseFile(input, file);
  await page.press('button', 'Start measurement');
}

/** Waits for a measurement to end, successfully or not. */
export const outcomeOf = (page: EnginePage): Promise<ReportedOutcome> =>
  untilOutcome(async () => {
    const told = await page.driver.run('return window.perfuse;');
    return diagnosticsSchema.parse(told).lastMeasurement;
  });
