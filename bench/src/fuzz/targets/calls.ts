// SPDX-License-Identifier: Apache-2.0
/**
 * Sequences of calls to every route of the whole server, by devices, people, staff and administrators, made from the
 * schemas of the contract and then changed. Every answer is one that the reference pages name; none tells of somebody
 * else, and nothing of theirs changes; what is acknowledged is stored, and nothing else; no log tells what was sent.
 */
import { errorCodeOf, isRefusal } from '../calls/answer.ts';
import { callsOf, textOfCall, textOfCalls, type Call } from '../calls/call.ts';
import { mutateCalls } from '../calls/mutate.ts';
import { callAt, documentedCodes, placeOf, PLACES } from '../calls/routes.ts';
import { SEQUENCES } from '../calls/sequences.ts';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import { draw } from '../engine/draw.ts';
import { demand, demandNoInside } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { World, type Visit } from '../world/world.ts';

const DATA = /^\/analysis\/?\/measurements\/([\w-]+)\/data(?:[?;#]|$)/;
/** Calls that leave everything as it can be used again. */
const HARMLESS =
  /^\/analysis\/(?:measurements(?:$|\/[\w-]+\/data)|consents|users\/profiles$)|^\/api\/(?:token|webhook\/)/;
const LOOK_EVERY = 16;

async function filled(call: Call, visit: Visit): Promise<Call> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers)) headers[name] = await visit.fill(value);
  return { ...call, url: await visit.fill(call.url), headers, body: await visit.fill(call.body) };
}

export async function openCalls(): Promise<Target> {
  let world = await World.open();
  let runs = 0;
  const random = draw(1);

  /** @returns whether it may have changed what inputs need. */
  const one = async (given: Call, visit: Visit, asked: string): Promise<boolean> => {
    // Whoever may do everything to everybody proves nothing.
    const isRoot = given.headers['cookie']?.includes('@ROOT@') === true;
    if (isRoot && /@V[A-Z]+@|@\$/.test(given.url + given.body)) return false;
    const call = await filled(given, visit);
    const { method, url, headers, body } = call;
    if (!/^\/[\x21-\x7e]*$/.test(url) || !URL.canParse(url, 'http://localhost')) return false;
    const { http } = world.started.app;
    const answer = await http.inject({
      method,
      url,
      headers,
      ...(body === '' ? {} : { payload: body }),
    });
    const { statusCode: status } = answer;
    demand(status < 500 || status === 503, `an answer of ${String(status)}`);
    const isWhole = answer.headers['content-encoding'] === undefined;
    if (!isWhole || method === 'HEAD' || method === 'OPTIONS') return true;
    if (!isRoot) world.victim.demandUnseen(answer.body, textOfCall(call) + asked);
    demandNoInside(answer.body);
    const type = String(answer.headers['content-type'] ?? '');
    const value = jsonOf(answer.body);
    demand(!/\bjson\b/.test(type) || value !== undefined, 'an answer is JSON when it says so');
    if (isRefusal(status)) {
      const code = errorCodeOf(value);
      const place = placeOf(method, url);
      const where = place === null ? url : `${method} ${place.prefix}${place.row.path}`;
      demand(
        documentedCodes(place).has(code),
        `${where} answers ${String(status)} ${code}, which is not documented`,
      );
      return false;
    }
    if (!isRoot) visit.remember(value);
    const [, measurement] = DATA.exec(url) ?? [];
    if (measurement !== undefined && method === 'POST' && status === 200) {
      const { ledger } = world;
      const request = jsonOf(body);
      ledger.acknowledge(measurement, request, value, ledger.send(measurement, request, http));
    }
    // What somebody else's address was written into tells it to the next input.
    return method !== 'GET' && (!HARMLESS.test(url) || given.body.includes('@VEMAIL@'));
  };

  /** What anybody may do goes on, whatever came. */
  const demandServed = async (): Promise<void> => {
    const visit = await world.visit('@GUESTMEASUREMENT@ @GUEST@ @PAYLOAD@');
    const [call] = callsOf(SEQUENCES.measure);
    if (call === undefined) return;
    const { http } = world.started.app;
    const { method, url, headers, body } = await filled(call, visit);
    const answer = await http.inject({ method, url, headers, payload: body });
    demand(answer.statusCode === 200, `somebody else is served on: ${answer.body.slice(0, 200)}`);
    await world.victim.demandUntouched();
  };

  const seeds = PLACES.flatMap((place) => [callAt(place, random), callAt(place, random)]);
  return {
    seeds: [...seeds.map((call) => textOfCalls([call])), ...Object.values(SEQUENCES)].map(bytesOf),
    words: ['@SECRET@', '@VUSER@', '@VMEASUREMENT@', '@VORG@', '%00', '%2F', '..', '\u0000', "'"],
    mutate: mutateCalls,
    close: () => world.close(),
    run: async (input) => {
      if (world.isOld) {
        await world.close();
        world = await World.open();
      }
      const text = textOf(input);
      const visit = await world.visit(text);
      let isSpent = false;
      try {
        // An address that one call wrote may stand in what another one reads.
        const asked = text.includes('@VEMAIL@') ? (world.victim.names['VEMAIL'] ?? '') : '';
        for (const call of callsOf(text)) isSpent = (await one(call, visit, asked)) || isSpent;
        await world.ledger.check();
        world.started.checkLog(visit.secrets);
        runs += 1;
        if (runs % LOOK_EVERY === 0) {
          world.renew();
          isSpent = false;
          await demandServed();
          world.started.checkLog([]);
        }
      } catch (error) {
        isSpent = true;
        world.started.forgetLog();
        throw error;
      } finally {
        if (isSpent) world.renew();
      }
    },
  };
}
