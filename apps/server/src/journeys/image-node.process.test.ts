// SPDX-License-Identifier: Apache-2.0
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { IMAGE_NODE } from '@perfuse/testing/image-node';
import { prepareRecordings } from '@perfuse/testing/payloads';
import { studyOfGuests, VirtualUser } from '@perfuse/testing/virtual-user';
import { describe, expect, it } from 'vitest';
import { startProcess } from '../testing/process.ts';
import { temporaryFolder } from '../testing/server.ts';

const inCheckout = (...parts: readonly string[]): Promise<string> =>
  readFile(path.join(CHECKOUT, ...parts), 'utf8');

/** Channels of all results of one measurement on a new server, in order. */
async function measuredOn(node: string | undefined) {
  const folder = await temporaryFolder();
  const { child, exited, origin } = await startProcess({ PERFUSE_DATA_DIR: folder }, node);
  try {
    const [recording] = prepareRecordings(1);
    if (recording === undefined) throw new Error('There is no recording.');
    const user = new VirtualUser({
      origin: () => origin,
      studyId: await studyOfGuests(origin),
      payloads: recording.payloads,
      paceMs: 10,
    });
    const { kind, fault, results } = await user.measure();
    expect({ kind, fault }).toEqual({ kind: 'complete', fault: null });
    return recording.payloads.map((_payload, at) => results.get(at)?.Channels);
  } finally {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the Node.js of the container image', () => {
  it('has the major version that `npm run tool node` installs', async () => {
    const { optionalDependencies } = z
      .object({ optionalDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await inCheckout('tools', 'node', 'package.json')));
    const images = [...(await inCheckout('deploy', 'Dockerfile')).matchAll(/^FROM node:(\d+)-/gm)];
    expect(images).toHaveLength(2);
    const majors = [
      ...images.map(([, major]) => major),
      ...Object.values(optionalDependencies).map((version) => version.split('.')[0]),
    ];
    expect(new Set(majors).size, majors.join()).toBe(1);
  });

  it.skipIf(IMAGE_NODE === null)('gives the same results as that of the tests', async () => {
    const here = await measuredOn(undefined);
    expect(here.every((channels) => channels !== undefined)).toBe(true);
    expect(await measuredOn(IMAGE_NODE ?? undefined)).toEqual(here);
  });
});
