// SPDX-License-Identifier: Apache-2.0
/**
 * A guest's steps through the consumer app, by the roles and names that a person perceives. Everything that depends on
 * the look of the screens is in this file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProfileForm } from '@perfuse/contract/person/profile';
import type { Locator, Page } from '@perfuse/browser-harness';
import { MeasureFailure } from './failure.ts';

/** Longest wait for a screen, ms. The first one loads the models. */
const SCREEN_LIMIT_MS = 60_000;
const START_LIMIT_MS = 120_000;
const PRESS_PAUSE_MS = 50;
const TICK_ATTEMPTS = 20;
const TICK_PAUSE_MS = 100;

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** Text for messages: the address, headings and alerts. */
export async function whatIsShown(page: Page): Promise<string> {
  const headings = await page.getByRole('heading').allInnerTexts();
  const alerts = await page.getByRole('alert').allInnerTexts();
  const shown = [...headings, ...alerts].filter((text) => text.trim() !== '').join(' | ');
  return `${new URL(page.url()).pathname}: ${shown === '' ? 'no text' : shown}`;
}

/** Waits for a control; fails when a dialog appears instead. */
async function reach(
  page: Page,
  control: Locator,
  what: string,
  limitMs: number,
): Promise<Locator> {
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  try {
    await control.or(dialog).first().waitFor({ timeout: limitMs });
  } catch {
    const shown = await whatIsShown(page);
    throw new MeasureFailure('APP_STUCK', `${what} did not appear. Shown: ${shown}.`);
  }
  if (await dialog.first().isVisible()) {
    const words = (await dialog.first().innerText()).replace(/\s+/g, ' ').trim();
    throw new MeasureFailure('APP_STOPPED', `Instead of ${what}, the app showed: ${words}`);
  }
  return control;
}

async function press(page: Page, name: string): Promise<void> {
  const control = await reach(page, button(page, name), `the button "${name}"`, SCREEN_LIMIT_MS);
  try {
    await control.click({ timeout: SCREEN_LIMIT_MS });
  } catch {
    const shown = await whatIsShown(page);
    throw new MeasureFailure('APP_STUCK', `"${name}" could not be pressed. Shown: ${shown}.`);
  }
}

/**
 * Ticks a checkbox or a radio button by its label, as people do: the input itself is hidden. A click during a change of
 * screens is lost, so it is repeated.
 */
export async function tick(control: Locator): Promise<void> {
  const label = control.locator('xpath=ancestor::label[1]');
  for (let attempt = 0; attempt < TICK_ATTEMPTS; attempt += 1) {
    if (await control.isChecked()) return;
    await label.click();
    await sleep(TICK_PAUSE_MS);
  }
  if (!(await control.isChecked())) throw new Error('A box could not be ticked.');
}

async function consent(page: Page): Promise<void> {
  await press(page, 'Agree');
  await reach(page, button(page, 'Continue'), 'the consent screen', SCREEN_LIMIT_MS);
  for (const box of await page.getByRole('checkbox').all()) await tick(box);
  await press(page, 'Continue');
}

const YES_NO = { '1': 'Yes', '0': 'No', '': 'No' } as const;
const SEX = { male: 'Male', female: 'Female', '': 'Male' } as const;
const DIABETES = { '0': 'No', type1: 'Type 1', type2: 'Type 2', '': 'No' } as const;

async function fillProfile(page: Page, form: ProfileForm): Promise<void> {
  const text = (label: string): Locator => page.getByRole('textbox', { name: label });
  const choose = async (question: string, answer: string): Promise<void> => {
    const group = page.getByRole('radiogroup', { name: question });
    await tick(group.getByRole('radio', { name: answer, exact: true }));
  };
  await reach(page, text('Age'), 'the profile form', SCREEN_LIMIT_MS);
  await text('Age').fill(form.age);
  await choose('Sex at birth', SEX[form.gender]);
  await choose('Units', 'Metric');
  await text('Height').fill(form.heightCm);
  await text('Weight').fill(form.weight);
  await text('Waist').fill(form.waist);
  await choose('Do you smoke?', YES_NO[form.smoker]);
  await choose('Do you have diabetes?', DIABETES[form.diabetic]);
  await choose('Do you have high blood pressure?', YES_NO[form.hypertension]);
  await choose('Do you take blood pressure medication?', YES_NO[form.hypertensionMedication]);
  await press(page, 'Continue');
}

/**
 * Presses the start button as soon as it is enabled. While the app looks for the face, the button is disabled, and a
 * moving face disables it again; it disappears when the measurement starts.
 */
async function startMeasuring(page: Page): Promise<void> {
  const start = button(page, 'Start measurement');
  const ready = page.getByRole('button', {
    name: 'Start measurement',
    exact: true,
    disabled: false,
  });
  await reach(page, start, 'the button "Start measurement"', START_LIMIT_MS);
  const limit = performance.now() + START_LIMIT_MS;
  while (performance.now() < limit) {
    if ((await start.count()) === 0) return;
    // The click may still come too late; then the next iteration tries again.
    if ((await ready.count()) > 0) await ready.click({ timeout: 1000 }).catch(() => undefined);
    await sleep(PRESS_PAUSE_MS);
  }
  const shown = await whatIsShown(page);
  throw new MeasureFailure('APP_STUCK', `The measurement could not be started. Shown: ${shown}.`);
}

async function explained<T>(page: Page, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MeasureFailure) throw error;
    // The first line is the reason; the rest is a log of attempts.
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new MeasureFailure('APP_STUCK', `${reason} Shown: ${await whatIsShown(page)}.`);
  }
}

/**
 * Goes from the first screen, already shown, to the measurement screen, with the camera still off.
 * @throws MeasureFailure `APP_STUCK` or `APP_STOPPED` with what was shown instead.
 */
export const goToCamera = (page: Page, form: ProfileForm): Promise<void> =>
  explained(page, async () => {
    await consent(page);
    await fillProfile(page, form);
    await reach(page, button(page, 'Start camera'), 'the measurement screen', SCREEN_LIMIT_MS);
  });

/** Opens the page, then does {@link goToCamera}. */
export async function reachCamera(page: Page, url: string, form: ProfileForm): Promise<void> {
  await explained(page, async () => {
    await page.goto(url);
  });
  await goToCamera(page, form);
}

const RECORDING_FAULTS = {
  unreadable: /cannot play that file/,
  'too-short': /too short/,
} as const;
/** Why the app rejects a recording. */
export type RecordingFault = keyof typeof RECORDING_FAULTS;

/**
 * Chooses a recording instead of the camera on the measurement screen.
 * @returns why the app rejects it; null when it does not.
 * @throws MeasureFailure `RECORDINGS_OFF` where the server does not allow it.
 */
export async function chooseRecording(page: Page, file: string): Promise<RecordingFault | null> {
  return await explained(page, async () => {
    const screen = button(page, 'Start camera').or(button(page, 'Start measurement'));
    await reach(page, screen, 'the measurement screen', SCREEN_LIMIT_MS);
    // Hidden: the button next to it opens the browser's own dialog.
    const input = page.getByLabel('Use a recording');
    if ((await input.count()) === 0) {
      throw new MeasureFailure(
        'RECORDINGS_OFF',
        'This server does not allow measuring recordings (PERFUSE_RECORDED_SOURCE).',
      );
    }
    await input.setInputFiles(file);
    // In a narrow window the chosen file is not shown.
    const includeHidden = true;
    const alert = page.getByRole('alert', { includeHidden }).filter({ hasText: /\S/ });
    const taken = page.getByRole('button', { name: 'Use the camera', exact: true, includeHidden });
    await alert.or(taken).first().waitFor({ state: 'attached', timeout: START_LIMIT_MS });
    if ((await alert.count()) === 0) return null;
    const words = (await alert.first().textContent()) ?? '';
    const found = Object.entries(RECORDING_FAULTS).find(([, pattern]) => pattern.test(words));
    if (found?.[0] === 'unreadable' || found?.[0] === 'too-short') return found[0];
    throw new MeasureFailure(
      'APP_STOPPED',
      `Instead of reading the recording, the app showed: ${words}`,
    );
  });
}

/** Starts the measurement of the chosen recording. */
export async function beginRecording(page: Page): Promise<void> {
  await explained(page, () => startMeasuring(page));
}

/**
 * Goes from the first page until the measurement runs. The camera plays its recording from the beginning when it is
 * opened, so the measurement is started as soon as possible.
 * @returns seconds of the recording played by then, at most.
 * @throws MeasureFailure `APP_STUCK` or `APP_STOPPED` with what was shown instead.
 */
export async function beginMeasurement(
  page: Page,
  url: string,
  form: ProfileForm,
): Promise<number> {
  await reachCamera(page, url, form);
  return await explained(page, async () => {
    const cameraAt = performance.now();
    await press(page, 'Start camera');
    await startMeasuring(page);
    return (performance.now() - cameraAt) / 1000;
  });
}
