// SPDX-License-Identifier: Apache-2.0
/** A guest's path through the app in one language, from the first page to the results and a few further screens. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@perfuse/browser-harness';
import { outcomeOf, PROFILE } from '@perfuse/e2e/guest';
import { tick } from '@perfuse/measure/journey';
import { textOf, type Catalogue } from './catalogue.ts';
import { WINDOWS, type PageInspector, type Window } from './page-inspector.ts';

const SCREEN_LIMIT_MS = 60_000;
const PAUSE_MS = 100;

export interface Walk {
  readonly page: Page;
  /** URL of the app, with a trailing slash. */
  readonly url: string;
  readonly catalogue: Catalogue;
  readonly inspector: PageInspector;
  /** The windows in which filming starts and ends. Every change of window may disturb it. */
  readonly filmedOn: readonly [Window, Window];
}

const button = ({ page, catalogue }: Walk, key: string): Locator =>
  page.getByRole('button', { name: textOf(catalogue, key), exact: true });
const press = (walk: Walk, key: string): Promise<void> =>
  button(walk, key).first().click({ timeout: SCREEN_LIMIT_MS });

async function agree(walk: Walk): Promise<void> {
  const { page, inspector } = walk;
  await page.goto(walk.url);
  await button(walk, 'camera-consent:agree').waitFor({ timeout: SCREEN_LIMIT_MS });
  await inspector.inspect('01-start');
  await page
    .getByRole('button', { name: textOf(walk.catalogue, 'session:language') })
    .first()
    .click();
  await page.getByRole('listbox').waitFor();
  await inspector.inspect('02-languages', ['desktop']);
  await page.keyboard.press('Escape');
  await press(walk, 'camera-consent:agree');
  await page.waitForURL(/\/consent$/);
  await page.getByRole('checkbox').first().waitFor({ state: 'attached' });
  await press(walk, 'consent:continue');
  await inspector.inspect('03-consent-not-given');
  for (const box of await page.getByRole('checkbox').all()) await tick(box);
  await inspector.inspect('04-consent');
  await press(walk, 'consent:continue');
}

const CHOICES = [
  ['sex.label', 'sex.female'],
  ['units.label', 'units.metric'],
  ['question.smoker', 'no'],
  ['question.diabetic', 'no'],
  ['question.hypertension', 'no'],
  ['question.hypertensionMedication', 'no'],
] as const;

async function fillProfile(walk: Walk): Promise<void> {
  const { page, inspector, catalogue } = walk;
  const say = (key: string): string => textOf(catalogue, `profile:${key}`);
  // A unit or a remark may follow; the same words may also end another field's name.
  const field = (key: string): Locator =>
    page.getByRole('textbox', { name: new RegExp(`^${say(key)}`, 'u') });
  await field('age').waitFor({ timeout: SCREEN_LIMIT_MS });
  await inspector.inspect('05-profile');
  await press(walk, 'profile:continue');
  await inspector.inspect('06-profile-errors');
  await field('age').fill(PROFILE.age);
  for (const [question, answer] of CHOICES) {
    const group = page.getByRole('radiogroup', { name: say(question) });
    await tick(group.getByRole('radio', { name: say(answer), exact: true }));
  }
  await field('height').fill(PROFILE.heightCm);
  await field('weight').fill(PROFILE.weight);
  await inspector.inspect('07-profile-filled-in');
  await press(walk, 'profile:continue');
}

async function film(walk: Walk): Promise<void> {
  const { page, inspector, catalogue, filmedOn } = walk;
  const heading = (key: string): Locator =>
    page.getByRole('heading', { name: textOf(catalogue, key) });
  await button(walk, 'measurement:startCamera').waitFor({ timeout: SCREEN_LIMIT_MS });
  await inspector.inspect('08-camera-off');
  await press(walk, 'measurement:help.open');
  await page.getByRole('dialog').waitFor();
  await inspector.inspect('09-help');
  await page.keyboard.press('Escape');
  await press(walk, 'measurement:startCamera');
  const name = textOf(catalogue, 'measurement:startMeasurement');
  const ready = page.getByRole('button', { name, exact: true, disabled: false });
  await ready.waitFor({ timeout: SCREEN_LIMIT_MS });
  const [first, last] = filmedOn;
  await inspector.inspect('10-ready', [last, first], { isRunning: true });
  const measuring = heading('measurement:measuring');
  for (const limit = Date.now() + SCREEN_LIMIT_MS; (await measuring.count()) === 0;) {
    if (Date.now() > limit) throw new Error('The measurement could not be started.');
    // The button is withdrawn when the face moves.
    await ready.click({ timeout: 1000 }).catch(() => undefined);
    await sleep(PAUSE_MS);
  }
  await inspector.inspect('11-measuring', [first, last], { isRunning: true });
  const analysing = heading('measurement:analysing');
  // Or a message that it failed.
  const end = heading('results:title.values').or(page.getByRole('alertdialog'));
  await analysing.or(end).first().waitFor({ timeout: SCREEN_LIMIT_MS });
  // Very short on a fast computer.
  if ((await analysing.count()) > 0)
    await inspector.inspect('12-analysing', [last], { isRunning: true });
  const { status, error } = await outcomeOf(page);
  if (status !== 'measured') throw new Error(`The measurement ended as ${status}, ${error ?? ''}.`);
}

/** The charts are loaded when they scroll into view. */
async function drawEvidence({ page, catalogue }: Walk): Promise<void> {
  const heading = (key: string): Locator =>
    page.getByRole('heading', { name: textOf(catalogue, key), exact: true }).first();
  await heading('evidence:title').scrollIntoViewIfNeeded();
  await heading('evidence:wave.title').waitFor();
  await heading('results:title.values').scrollIntoViewIfNeeded();
}

async function readResults(walk: Walk): Promise<void> {
  const { page, inspector, catalogue } = walk;
  await page.waitForURL(/\/results$/);
  await page.setViewportSize(WINDOWS.desktop);
  await button(walk, 'results:again').waitFor();
  await drawEvidence(walk);
  await inspector.inspect('13-results', ['desktop']);
  const name = textOf(catalogue, 'results:metric.heartRate');
  const about = textOf(catalogue, 'results:info.about', { name });
  await page.getByRole('button', { name: about, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('table').waitFor();
  await inspector.inspect('14-info', ['desktop']);
  await page.keyboard.press('Escape');
  await page.setViewportSize(WINDOWS.phone);
  await page.getByRole('tab').first().waitFor();
  await drawEvidence(walk);
  const tabs = await page.getByRole('tab').all();
  for (const [place, tab] of tabs.entries()) {
    await tab.click();
    await inspector.inspect(`15-results-${String(place + 1)}`, ['phone']);
  }
  await tabs[0]?.click();
  await page.getByRole('button', { name: about, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('table').waitFor();
  await inspector.inspect('14-info', ['phone']);
}

/** Screens beside the main path, by URL. */
const BESIDES = {
  '16-my-profile': 'my-profile',
  // For users who are not signed in.
  '17-login': 'history',
  '18-terms': 'terms',
  '19-privacy': 'privacy',
  '20-not-found': '404',
} as const;

/** @throws Error when the walk cannot continue; findings so far are with the inspector. */
export async function walkThrough(walk: Walk): Promise<void> {
  await agree(walk);
  await fillProfile(walk);
  await film(walk);
  await readResults(walk);
  for (const [screen, address] of Object.entries(BESIDES)) {
    await walk.page.goto(walk.url + address);
    await walk.page.getByRole('heading', { level: 1 }).waitFor({ timeout: SCREEN_LIMIT_MS });
    await walk.inspector.inspect(screen);
  }
}
