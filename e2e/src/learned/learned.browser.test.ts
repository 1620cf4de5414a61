// SPDX-License-Identifier: Apache-2.0
/**
 * A learned estimator configured by the operator runs in the browser, by the service and on this device. With
 * PERFUSE_TEST_PULSE_MODEL the tests run the network of that file, otherwise one made here.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { LEARNED_FOLDER } from '@perfuse/contract/backend/learned-files';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { tinyFaceNetwork } from '@perfuse/testing/tiny-face-network';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { measureRecording, outcomeOf, RECORDINGS, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';

const FACE = { bpm: 72, breaths: 15 };
const folder = temporaryDirectory('learned');
let model = process.env['PERFUSE_TEST_PULSE_MODEL'] ?? '';
const installations: Installation[] = [];

async function installed(settings: Readonly<Record<string, string>>): Promise<string> {
  const installation = await install({ ...RECORDINGS, PERFUSE_PULSE_MODEL: model, ...settings });
  installations.push(installation);
  return installation.url;
}

beforeAll(async () => {
  if (model !== '') return;
  model = path.join(folder.path, 'tiny.onnx');
  await writeFile(model, tinyFaceNetwork());
});
afterAll(async () => {
  await closeContexts();
  await Promise.all(installations.map((one) => one.remove()));
  folder.remove();
});

test.each([
  ['by the service', {}],
  ['on this device', { PERFUSE_ANALYSIS: 'device' }],
])('a learned estimator contributes to the heart rate %s', async (_where, settings) => {
  const url = await installed(settings);
  const { page, traffic } = await visit(await sharedBrowser());
  await measureRecording(page, url, await cameraVideo(FACE));
  // All of it was fetched before the first frame counted.
  const fetched = traffic.requests.length;
  const outcome = await outcomeOf(page);
  const later = traffic.requests.slice(fetched).map(({ url: { pathname } }) => pathname);
  expect(later.filter((one) => one.startsWith('/learned/'))).toEqual([]);
  expect(outcome).toMatchObject({ status: 'measured', frames: { seen: 900, dropped: 0 } });
  const rate = outcome.channels['HR_BPM'];
  expect(rate?.source).toMatch(/\+learned:/);
  expect(Math.abs((rate?.value ?? 0) - FACE.bpm)).toBeLessThan(2);
  const files = traffic.requests.filter(({ url: { pathname } }) =>
    pathname.startsWith('/learned/'),
  );
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const {
    url: { pathname },
  } of files) {
    expect(pathname.slice(0, pathname.lastIndexOf('/') + 1)).toMatch(LEARNED_FOLDER);
  }
  expect(traffic.complaints).toEqual([]);
});

test('a network of an unsupported shape is ignored, and the measurement runs without it', async () => {
  const other = path.join(folder.path, 'other.onnx');
  await writeFile(other, tinyFaceNetwork(72));
  const url = await installed({ PERFUSE_PULSE_MODEL: other });
  const { page } = await visit(await sharedBrowser());
  await measureRecording(page, url, await cameraVideo(FACE));
  const outcome = await outcomeOf(page);
  expect(outcome.status).toBe('measured');
  expect(outcome.channels['HR_BPM']?.source).not.toContain('learned');
});
