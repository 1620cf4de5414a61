// SPDX-License-Identifier: Apache-2.0
/**
 * Sequences of calls to every route of the whole server, by devices, people, staff and administrators, generated from
 * the schemas of the contract and then mutated. Every answer is one that the reference pages name; none discloses data
 * of the other tenant, which does not change; what is acknowledged is stored, and nothing else; no log contains what
 * was sent.
 */
import { errorCodeOf, isRefusal } from '../calls/answer.ts';
import { callsOf, textOfCall, type Call } from '../calls/call.ts';
import { mutateCalls } from '../calls/mutate.ts';
import { callAt, documentedCodes, mountedRouteOf, MOUNTED_ROUTES } from '../calls/routes.ts';
import { SEQUENCES } from '../calls/sequences.ts';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import { createRandom } from '../engine/random.ts';
import { assertThat, assertNoInternals } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { Fixture, type InputContext } from '../fixture/fixture.ts';

const DATA = /^\/analysis\/?\/measurements\/([\w-]+)\/data(?:[?;#]|$)/;
/** Calls that leave everything reusable. */
const REPEATABLE =
  /^\/analysis\/(?:measurements(?:$|\/[\w-]+\/data)|consents|users\/profiles$)|^\/api\/(?:token|webhook\/)/;
const CHECK_EVERY = 16;
/** Requests that no schema gives. */
const UNUSUAL = [
  'GET /api/profile/@CONFIG@/@SIGNED@/-\n\n',
  'GET /analysis/measurements?Limit=5&Offset=-1\nauthorization: Bearer @GUEST@\n\n',
  'GET /api/env-vars?a[]=1&a[__proto__]=2\ncookie: perfuse_config=@CONFIG@.e; a=b\n\n',
  'GET /org/c/@CONFIG@/@SIGNED@/t/r\naccept: text/html\naccept-language: de;q=0.9,*\n\n',
];

export async function openCalls(): Promise<Target> {
  let fixture = await Fixture.open();
  let runs = 0;
  const random = createRandom(1);

  /** @returns whether it may have changed objects that later inputs need. */
  const one = async (given: Call, context: InputContext, asked: string): Promise<boolean> => {
    // An administrator of the installation may read and change everything.
    const isRoot = given.headers['cookie']?.includes('@ROOT@') === true;
    if (isRoot && /@V[A-Z]+@|@\$/.test(given.url + given.body)) return false;
    const sent = await context.send(given);
    if (sent === null) return false;
    const { call, answer } = sent;
    const { method, url, body } = call;
    const { statusCode: status } = answer;
    assertThat(status < 500 || status === 503, `an answer of ${String(status)}`);
    const isWhole = answer.headers['content-encoding'] === undefined;
    if (!isWhole || method === 'HEAD' || method === 'OPTIONS') return true;
    if (!isRoot) fixture.otherTenant.assertNotDisclosed(answer.body, textOfCall(call) + asked);
    assertNoInternals(answer.body);
    const type = String(answer.headers['content-type'] ?? '');
    const value = jsonOf(answer.body);
    assertThat(!/\bjson\b/.test(type) || value !== undefined, 'an answer is JSON when it says so');
    if (isRefusal(status)) {
      const code = errorCodeOf(value);
      const route = mountedRouteOf(method, url);
      const where = route === null ? url : `${method} ${route.prefix}${route.row.path}`;
      assertThat(
        documentedCodes(route).has(code),
        `${where} answers ${String(status)} ${code}, which is not documented`,
      );
      return false;
    }
    if (!isRoot) context.remember(value);
    const [, measurement] = DATA.exec(url) ?? [];
    if (measurement !== undefined && method === 'POST' && status === 200) {
      const { tracker } = fixture;
      const request = jsonOf(body);
      tracker.acknowledge(measurement, request, value, tracker.send(measurement, request, fixture));
    }
    // A row with the other tenant's email address would disclose it to the next input.
    return method !== 'GET' && (!REPEATABLE.test(url) || given.body.includes('@VEMAIL@'));
  };

  /** Checks that a guest can still measure. */
  const assertStillServed = async (): Promise<void> => {
    const context = await fixture.context('@GUESTMEASUREMENT@ @GUEST@ @PAYLOAD@');
    const [call] = callsOf(SEQUENCES.measure);
    if (call === undefined) return;
    const { statusCode, body } = (await context.send(call))?.answer ?? {};
    assertThat(statusCode === 200, `others are still served: ${String(body?.slice(0, 200))}`);
    await fixture.otherTenant.assertUnchanged();
  };

  const seeds = MOUNTED_ROUTES.flatMap((route) => [callAt(route, random), callAt(route, random)]);
  return {
    seeds: [...seeds.map(textOfCall), ...UNUSUAL, ...Object.values(SEQUENCES)].map(bytesOf),
    words: ['@SECRET@', '@VUSER@', '@VMEASUREMENT@', '@VORG@', '%00', '%2F', '..', '\u0000', "'"],
    mutate: mutateCalls,
    close: () => fixture.close(),
    run: async (input) => {
      if (fixture.isOld) {
        await fixture.close();
        fixture = await Fixture.open();
      }
      const text = textOf(input);
      const context = await fixture.context(text);
      let isConsumed = false;
      try {
        // An email address that one call wrote may appear in what another one reads.
        const asked = text.includes('@VEMAIL@') ? (fixture.otherTenant.names['VEMAIL'] ?? '') : '';
        for (const call of callsOf(text))
          isConsumed = (await one(call, context, asked)) || isConsumed;
        await fixture.tracker.check();
        fixture.server.checkLog(context.secrets);
        runs += 1;
        if (runs % CHECK_EVERY === 0) {
          fixture.renew();
          isConsumed = false;
          await assertStillServed();
          fixture.server.checkLog([]);
        }
      } catch (error) {
        isConsumed = true;
        fixture.server.forgetLog();
        throw error;
      } finally {
        if (isConsumed) fixture.renew();
      }
    },
  };
}
