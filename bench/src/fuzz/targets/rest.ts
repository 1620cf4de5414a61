// SPDX-License-Identifier: Apache-2.0
/** Single requests to every route of the whole server, written as in calls.ts and mutated as text. */
import { callOf, textOfCall } from '../calls/call.ts';
import { callAt, MOUNTED_ROUTES } from '../calls/routes.ts';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import { assertNoInternals, assertThat } from '../engine/oracle.ts';
import { createRandom } from '../engine/random.ts';
import type { Target } from '../engine/target.ts';
import { Fixture } from '../fixture/fixture.ts';

export async function openRest(): Promise<Target> {
  const fixture = await Fixture.open();
  const random = createRandom(1);
  const seeds = MOUNTED_ROUTES.map((route) => textOfCall(callAt(route, random)));
  seeds.push(
    'GET /api/profile/@CONFIG@/@SIGNED@/-\n\n',
    'GET /analysis/measurements?Limit=5&Offset=-1\nauthorization: Bearer @GUEST@\n\n',
    'GET /api/env-vars?a[]=1&a[__proto__]=2\ncookie: perfuse_config=@CONFIG@.e; a=b\n\n',
    'GET /org/c/@CONFIG@/@SIGNED@/t/r\naccept: text/html\naccept-language: de;q=0.9,*\n\n',
  );
  return {
    seeds: seeds.map(bytesOf),
    words: ['@GUEST@', '@GUESTREFRESH@', '@GUESTMEASUREMENT@', '@CONFIG@', '@SIGNED@', '%2F', '..'],
    close: () => fixture.close(),
    run: async (input) => {
      const given = callOf(textOf(input));
      if (given === null) return;
      const sent = await (await fixture.context(textOf(input))).send(given);
      fixture.server.checkLog([]);
      if (sent === null) return;
      const { call, answer } = sent;
      const { statusCode, body } = answer;
      assertThat(statusCode < 500 || statusCode === 503, `an answer of ${String(statusCode)}`);
      const type = String(answer.headers['content-type'] ?? '');
      if (/\bjson\b/.test(type) && answer.headers['content-encoding'] === undefined) {
        const isJson = call.method === 'HEAD' || jsonOf(body) !== undefined;
        assertThat(isJson, 'an answer is JSON when it says so');
        assertNoInternals(body);
      }
    },
  };
}
