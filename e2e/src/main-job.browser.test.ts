// SPDX-License-Identifier: Apache-2.0
/** The main job: a guest films their face and reads their vital signs; nothing but numbers leaves the browser. */
import { decodeRequest } from '@perfuse/contract/analysis/frames';
import {
  dataFrameBody,
  loginWithTokenBody,
  subscribeBody,
} from '@perfuse/contract/analysis/schemas';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';
import type { ToldOutcome } from '@perfuse/contract/results/outcome';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser } from '@perfuse/rig';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { cameraVideo } from './camera-videos.ts';
import { outcomeOf, PHONE, PROFILE, visit, type Visit } from './guest.ts';
import { install, type Installation } from './installation.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

describe('a face with a pulse of 72 a minute and 15 breaths', () => {
  let browser: Browser;
  let guest: Visit;
  let outcome: ToldOutcome;

  beforeAll(async () => {
    browser = await launchWithCamera({ video: await cameraVideo({ bpm: 72, breaths: 15 }) });
    guest = await visit(browser, PHONE);
    await beginMeasurement(guest.page, installation.url, PROFILE);
    outcome = await outcomeOf(guest.page);
  });
  afterAll(() => browser.close());

  test('gives its heart rate, with the signal to show for it', () => {
    expect(outcome.status).toBe('measured');
    const heartRate = outcome.channels['HR_BPM'];
    expect(heartRate?.kind).toBe('measured');
    expect(Math.abs((heartRate?.value ?? 0) - 72)).toBeLessThan(3);
    expect(outcome.snr ?? -1).toBeGreaterThan(0);
    expect(outcome.stars).toBeGreaterThan(0);
    expect(outcome.frames.seen).toBeGreaterThan(15 * MEASUREMENT.durationS);
  });

  test('gives its breathing rate, or says why not', () => {
    const breathing = outcome.channels['BR_BPM'];
    if (breathing?.value === null) expect(breathing.reason).toBeTruthy();
    else expect(Math.abs((breathing?.value ?? 0) - 15)).toBeLessThan(2);
  });

  test('shows on the results page what the analysis found', async () => {
    const { page } = guest;
    await page.waitForURL(/\/results$/);
    const shown = Math.round(outcome.channels['HR_BPM']?.value ?? 0);
    const main = page.getByRole('main');
    await main
      .getByText(/heart rate/i)
      .first()
      .waitFor();
    expect(await main.innerText()).toContain(String(shown));
    await page.getByRole('button', { name: 'Measure again' }).first().waitFor();
  });

  test('shows its results without an accessibility finding, light and dark', async () => {
    const { page } = guest;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
  });

  test('sends nothing but the documented payload, and only to its own server', () => {
    const { requests, frames, sockets } = guest.traffic;
    const home = new URL(installation.url).host;
    for (const { url } of requests) {
      if (url.protocol === 'blob:' || url.protocol === 'data:') continue;
      expect(url.host).toBe(home);
    }
    for (const { host } of sockets) expect(host).toBe(home);

    const bodies = requests.filter(({ body }) => body !== null && body.length > 2);
    const known = /^\/(api\/token|analysis\/(studies\/sdkconfig|measurements|auths\/renew))$/;
    for (const { url, body } of bodies) {
      expect(url.pathname).toMatch(known);
      expect(body?.length ?? 0).toBeLessThan(2000);
    }

    let payloads = 0;
    for (const frame of frames) {
      const request = decodeRequest(frame);
      if (!request.ok) throw new Error(request.reason.message);
      const { action, body } = request.value;
      if (action === '0718') expect(loginWithTokenBody.safeParse(body).success).toBe(true);
      else if (action === '0510') expect(subscribeBody.safeParse(body).success).toBe(true);
      else {
        expect(action).toBe('0506');
        const bytes = Buffer.from(dataFrameBody.parse(body).Payload, 'base64');
        const chunk = decodeChunk(bytes);
        if (!chunk.ok) throw new Error(chunk.reason);
        // Written again from what the documented format knows, it is the same: there is room for nothing else.
        expect(Buffer.compare(Buffer.from(encodeChunk(chunk.value)), bytes)).toBe(0);
        payloads += 1;
      }
    }
    expect(payloads).toBe(MEASUREMENT.chunkCount);
  });

  test('runs under the content security policy without a complaint', () => {
    expect(guest.traffic.complaints).toEqual([]);
  });

  test('leaves no health data and no token in the log', () => {
    const log = installation.output();
    expect(log).toContain('/analysis');
    expect(log).not.toMatch(/eyJ[\w-]{10}/);
    for (const word of ['AGE_YEARS', 'HR_BPM', 'Payload', '"Token"'])
      expect(log).not.toContain(word);
  });
});

test('a still face without a pulse gets no heart rate', async () => {
  const browser = await launchWithCamera({ video: await cameraVideo({ amplitude: 0, sway: 0 }) });
  try {
    const { page } = await visit(browser);
    await beginMeasurement(page, installation.url, PROFILE);
    const outcome = await outcomeOf(page);
    expect(outcome.status).toBe('refused');
    expect(outcome.channels['HR_BPM']?.value ?? null).toBeNull();
    await page
      .getByRole('button', { name: /try again|measure again/i })
      .first()
      .waitFor();
  } finally {
    await browser.close();
  }
});

test('the first screen has no accessibility finding, light and dark', async () => {
  const browser = await launchWithCamera();
  try {
    const { page, traffic } = await visit(browser);
    await page.goto(installation.url);
    await page.getByRole('button', { name: 'Agree', exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    expect(traffic.complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
