// SPDX-License-Identifier: Apache-2.0
/** Staff who may read the measurements get total counts; everybody else counts their own. */
import { z } from '@perfuse/contract/schema';
import { call, guest } from '@perfuse/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrganisation, type TestOrganisation } from '../../testing/organisation.ts';
import { measure, person } from '../../testing/people.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

const counts = z.object({ Measurements: z.int(), Participants: z.int() });

let server: TestServer;
let organisation: TestOrganisation;
beforeAll(async () => {
  server = await startServer({ environment: NO_LIMITS });
  organisation = await newOrganisation(server);
  for (let times = 0; times < 3; times += 1) {
    const { token } = organisation.device;
    await measure(server, token, { StudyID: organisation.studyId });
    await measure(server, (await guest(server)).Token);
  }
});
afterAll(() => server.stop());

/** Counts of a study in the list, and in the study itself. */
async function told(token: string, studyId: string): Promise<readonly unknown[]> {
  const list = await call(server, 'GET', '/analysis/studies', { token });
  const one = await call(server, 'GET', `/analysis/studies/${studyId}`, { token });
  return [...z.array(counts).parse(list.body), counts.parse(one.body)];
}
const both = (Measurements: number, Participants: number) =>
  [1, 2].map(() => ({ Measurements, Participants }));

it('a guest sees only the count of their own measurements', async () => {
  const { Token } = await guest(server);
  expect(await told(Token, server.studyId)).toEqual(both(0, 0));
  await measure(server, Token);
  await measure(server, Token);
  expect(await told(Token, server.studyId)).toEqual(both(2, 1));
});

it('a user sees only the count of their own measurements', async () => {
  const { Token } = await person(server);
  expect(await told(Token, server.studyId)).toEqual(both(0, 0));
  expect(await told(organisation.staff.USER.token, organisation.studyId)).toEqual(both(0, 0));
});

it('staff see total counts if their role may read measurements', async () => {
  for (const role of ['DFX_ANALYST', 'DFX_LEAD', 'DFX_ORG_ADMIN'] as const) {
    const { token } = organisation.staff[role];
    expect(await told(token, organisation.studyId)).toEqual(both(3, 1));
  }
});
