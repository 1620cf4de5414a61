// SPDX-License-Identifier: Apache-2.0
/** Mutations of a sequence of calls that respect its structure. */
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import { MAX_BYTES, type Material } from '../engine/mutate.ts';
import { mutateJson } from '../engine/mutate-json.ts';
import { callsOf, textOfCalls, type Call } from './call.ts';
import { anyActor, callAt, MOUNTED_ROUTES } from './routes.ts';

const OWN_AND_OTHERS: readonly (readonly [string, string])[] = [
  ['@MEASUREMENT@', '@VMEASUREMENT@'],
  ['@USERID@', '@VUSER@'],
  ['@PROFILE@', '@VPROFILE@'],
  ['@STUDY@', '@VSTUDY@'],
  ['@ORG@', '@VORG@'],
  ['@DEVICEID@', '@VDEVICE@'],
  ['@LICENCEID@', '@VLICENCE@'],
  ['@CONFIG@', '@VCONFIG@'],
];

/** Swaps ids of the own tenant and the other one. */
function swapped(text: string): string {
  for (const [own, other] of OWN_AND_OTHERS) {
    if (text.includes(own)) return text.replaceAll(own, other);
    if (text.includes(other)) return text.replaceAll(other, own);
  }
  return text;
}

function changed(call: Call, { random, words }: Material): Call {
  switch (random.below(6)) {
    case 0: {
      const headers = Object.fromEntries(
        Object.entries(call.headers).filter(([name]) => !/^(?:authorization|cookie)$/.test(name)),
      );
      return { ...call, headers: { ...headers, ...anyActor(random) } };
    }
    case 1:
      return { ...call, url: swapped(call.url), body: swapped(call.body) };
    case 2: {
      const [path = '', query = ''] = call.url.split('?');
      const pair = `${random.pick(words)}=${random.pick(words)}`.replaceAll(/[^\x21-\x7e]/g, '');
      return { ...call, url: `${path}?${random.chance(0.5) ? `${query}&${pair}` : pair}` };
    }
    default: {
      const value = jsonOf(call.body);
      if (value === undefined) return { ...call, body: random.chance(0.5) ? '{}' : call.body };
      return { ...call, body: mutateJson(value, random, words) };
    }
  }
}

/** One to four changes: a call is added, removed, moved, repeated, made by another actor, or changed itself. */
export function mutateCalls(input: Uint8Array, material: Material): Uint8Array {
  const { random, others } = material;
  let calls = [...callsOf(textOf(input))];
  for (let rounds = 1 + random.below(4); rounds > 0; rounds -= 1) {
    const at = random.below(calls.length);
    const call = calls[at];
    const kind = call === undefined ? 0 : random.below(9);
    if (kind <= 1)
      calls.splice(random.below(calls.length + 1), 0, callAt(random.pick(MOUNTED_ROUTES), random));
    else if (kind === 2 && calls.length > 1) calls.splice(at, 1);
    else if (kind === 3 && call !== undefined)
      calls.splice(random.below(calls.length + 1), 0, call);
    else if (kind === 4 && others.length > 0) {
      const more = callsOf(textOf(random.pick(others)));
      calls = random.chance(0.5) ? [...calls.slice(0, at), ...more] : [...calls, ...more];
    } else if (call !== undefined) calls[at] = changed(call, material);
  }
  return bytesOf(textOfCalls(calls)).slice(0, MAX_BYTES);
}
