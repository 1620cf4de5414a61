// SPDX-License-Identifier: Apache-2.0
/**
 * The way of a guest through the consumer app, by the roles and names a person perceives. Everything that depends
 * on how the screens look to a person is in this file.
 */
import type { ProfileForm } from '@perfuse/contract/person/profile';
import type { Locator, Page } from '@perfuse/rig';
import { MeasureFailure } from './failure.ts';

/** Longest wait for a screen, ms. The first one loads the models. */
const SCREEN_LIMIT_MS = 60_000;
const START_LIMIT_MS = 30_000;

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

async function whatIsShown(page: Page): Promise<string> {
  const headings = await page.getByRole('heading').allInnerTexts();
  const alerts = await page.getByRole('alert').allInnerTexts();
  const shown = [...headings, ...alerts].filter((text) => text.trim() !== '').join(' | ');
  return `${new URL(page.url()).pathname}: ${shown === '' ? 'nothing readable' : shown}`;
}

/** Waits for a control, but not behind a dialog that says why it will not come. */
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
    throw new MeasureFailure('APP_STUCK', `${what} did not appear. Shown was ${shown}.`);
  }
  if (await dialog.first().isVisible()) {
    const words = (await dialog.first().innerText()).replace(/\s+/g, ' ').trim();
    throw new MeasureFailure('APP_STOPPED', `Instead of ${what} the app said: ${words}`);
  }
  return control;
}

async function press(page: Page, name: string, limitMs = SCREEN_LIMIT_MS): Promise<void> {
  const control = await reach(page, button(page, name), `the button "${name}"`, limitMs);
  try {
    await control.click({ timeout: limitMs });
  } catch {
    const shown = await whatIsShown(page);
    throw new MeasureFailure('APP_STUCK', `"${name}" could not be pressed. Shown was ${shown}.`);
  }
}

/** Ticks a react-aria checkbox or radio button: the real input is hidden behind its label. */
async function tick(control: Locator): Promise<void> {
  await control.check({ force: true });
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
 * From the first page to the moment at which the measurement runs. The camera plays its recording from the
 * beginning when it is opened, so the measurement is started as soon as that can be pressed.
 * @throws MeasureFailure `APP_STUCK` or `APP_STOPPED` with what was shown instead.
 */
export async function beginMeasurement(page: Page, url: string, form: ProfileForm): Promise<void> {
  await page.goto(url);
  await consent(page);
  await fillProfile(page, form);
  await press(page, 'Start camera');
  await press(page, 'Start measurement', START_LIMIT_MS);
}
