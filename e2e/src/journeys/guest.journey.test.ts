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
import type { ReportedOutcome } from '@perfuse/contract/results/outcome';
import type { Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { cameraVideo } from '../camera-videos.ts';
import { measureRecording, outcomeOf, PHONE, RECORDINGS, visit, type Visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';

/** Not shared, because its log is checked. */
let installation: Installation;
beforeAll(async () => {
  installation = await install(RECORDINGS);
});
afterAll(async () => {
  await closeContexts();
  await installation.remove();
});

/** Accessibility findings in light and dark colours. */
async function findings(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    all.push(...(await accessibilityFindings(page)));
  }
  return all;
}

describe('a face with a pulse of 72 and a breathing rate of 15 per minute', () => {
  let guest: Visit;
  let outcome: ReportedOutcome;
  const firstScreen: string[] = [];

  beforeAll(async () => {
    guest = await visit(await sharedBrowser(), PHONE);
    await guest.page.goto(installation.url);
    await button(guest.page, 'Agree').waitFor();
    firstScreen.push(...(await findings(guest.page)));
    const video = await cameraVideo({ bpm: 72, breaths: 15 });
    await measureRecording(guest.page, installation.url, video);
    outcome = await outcomeOf(guest.page);
  });

  test('yields its heart rate, with a sufficient signal', () => {
    expect(outcome.status).toBe('measured');
    const heartRate = outcome.channels['HR_BPM'];
    expect(heartRate?.kind).toBe('measured');
    expect(Math.abs((heartRate?.value ?? 0) - 72)).toBeLessThan(3);
    expect(outcome.snr ?? -1).toBeGreaterThan(0);
    expect(outcome.stars).toBeGreaterThan(0);
    expect(outcome.frames).toMatchObject({ seen: 30 * MEASUREMENT.durationS, dropped: 0 });
  });

  test('yields its breathing rate, or a reason why not', () => {
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

  test('shows its first screen and its results without an accessibility finding', async () => {
    expect(firstScreen).toEqual([]);
    expect(await findings(guest.page)).toEqual([]);
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
    const known =
      /^\/(api\/token|analysis\/(studies\/sdkconfig|consents|users\/profiles|measurements|auths\/renew))$/;
    for (const { url, body } of bodies) {
      expect(url.pathname).toMatch(known);
      expect(body?.length ?? 0).toBeLessThan(2000);
    }

    const sent = (path: string) =>
      bodies.filter(({ url }) => url.pathname === path).map(({ body }) => String(body));
    expect(sent('/analysis/users/profiles')).toEqual(['{"Name":"guest","Email":"guest"}']);
    for (const body of sent('/analysis/measurements')) expect(body).toMatch(/"UserProfileID":"./);

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
        // Encoding the decoded chunk returns the same bytes: nothing is sent beyond the documented format.
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
