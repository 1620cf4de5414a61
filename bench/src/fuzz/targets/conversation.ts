// SPDX-License-Identifier: Apache-2.0
/**
 * Conversations over real websockets with a listening server, JSON and protobuf: several at once, frames whole and in
 * fragments, between pings, after a close frame, with ids of other tenants. Every message is answered once and as
 * documented; what is acknowledged is stored and gets its result, nothing else is stored; no data of others is
 * disclosed.
 */
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { Client } from '../conversation/client.ts';
import { OPCODE } from '../conversation/raw-websocket.ts';
import { writeTree } from '../conversation/protobuf.ts';
import { mutateSteps, stepsOf } from '../conversation/steps.ts';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import type { Target } from '../engine/target.ts';
import { Fixture } from '../fixture/fixture.ts';

const PROTOCOLS: Readonly<Record<string, string>> = {
  json: 'json',
  proto: 'proto',
  none: '',
  both: 'proto, json',
};
const MAX_SOCKETS = 4;
const CHECK_EVERY = 16;
const SETTLE_MS = 30_000;

const OWN = '{"ID":"@GUESTMEASUREMENT@"}';
const login = `${ACTIONS.loginWithToken}R000000001{"Token":"@GUEST@"}`;
const subscribe = `${ACTIONS.subscribeResults}R000000002{"Params":${OWN},"RequestID":"RESULT0001"}`;
const data = (id: string, action: string, payload: string): string =>
  `${ACTIONS.data}R00000000${id}{"Params":${OWN},"Action":"${action}","Payload":"${payload}"}`;
const whole = [
  data('3', 'FIRST::PROCESS', '@PAYLOADA@'),
  data('4', 'CHUNK::PROCESS', '@PAYLOADB@'),
  data('5', 'LAST::PROCESS', '@PAYLOADC@'),
] as const;
const tree = (action: string, payload: string): string =>
  `[[1,2,[[1,2,"@GUESTMEASUREMENT@"]]],[2,2,"${action}"],[3,0,0],[6,5,5],[7,2,"base64:${payload}"],[8,2,"{}"]]`;

const SEEDS: readonly (readonly string[])[] = [
  ['open json', `bin ${login}`, `bin ${subscribe}`, ...whole.map((one) => `bin ${one}`), 'wait'],
  ['open json @GUEST@', `text/3 ${subscribe}`, ...whole.map((one) => `text/5~ ${one}`), 'ping a'],
  [
    'open json @GUEST@',
    `bin ${whole[0]}`,
    'gone',
    'open json @GUEST@',
    `bin ${whole[0]}`,
    `bin ${whole[1]}`,
    'wait',
    'open both @GUEST@',
    `bin ${subscribe}`,
    `bin ${whole[2]}`,
  ],
  ['open json @GUEST@', `bin ${whole[0]}`, 'close 1000', `bin ${whole[1]}`],
  [
    'open proto',
    'pb 0718 R000000001 [[1,2,"@GUEST@"]]',
    'pb 0510 R000000002 [[1,2,[[1,2,"@GUESTMEASUREMENT@"]]],[2,2,"RESULT0001"]]',
    `pb 0506 R000000003 ${tree('LAST::PROCESS', '@PAYLOAD@')}`,
  ],
  [
    'open none @GUEST@',
    `pb 0506 R000000003 ${tree('FIRST::PROCESS', '@PAYLOADA@')}`,
    `bin ${whole[1]}`,
  ],
  ['open json @PERSON@', `bin ${subscribe}`, `bin ${login}`, 'raw c18000000000'],
  ['open json @DEVICE@', `bin ${data('6', 'FIRST::IGNORE', '@PAYLOADA@')}`, 'raw 0080', 'wait'],
  [
    'open json',
    `bin ${login}`,
    'open json',
    'use 0',
    `bin ${whole[0]}`,
    'use 1',
    `bin ${whole[0]}`,
  ],
  [
    'open json @GUEST@',
    ...['bin ', 'bin 05', 'text ', `bin ${ACTIONS.data}R000000003[`],
    `bin ${ACTIONS.loginWithToken}R000000009{"Token":"x"}`,
    `bin ${whole[2]}`,
  ],
  ['open json @GUEST@', `bin ${subscribe.replace('@GUESTMEASUREMENT@', '@VMEASUREMENT@')}`],
];

/** @returns the client that the next steps are for. */
async function take(
  step: string,
  clients: Client[],
  at: number,
  open: (line: string) => Promise<Client>,
) {
  const [, word = '', rest = ''] = /^(\S*) ?([\s\S]*)$/.exec(step) ?? [];
  if (word === 'open') {
    if (clients.length < MAX_SOCKETS) clients.push(await open(rest));
    return clients.length - 1;
  }
  if (word === 'use')
    return clients.length === 0 ? 0 : Math.abs(Math.trunc(Number(rest)) || 0) % clients.length;
  const client = clients[at];
  if (client === undefined) return at;
  const message = /^(text|bin)(?:\/(\d+))?(~?)$/.exec(word);
  if (message !== null) {
    const [, kind, fragments = '1', tilde] = message;
    const isText = kind === 'text';
    const frame = Buffer.from(rest, isText ? 'utf8' : 'latin1');
    client.send(frame, isText, Math.min(Number(fragments), 64), tilde === '~');
  } else if (word === 'pb') {
    const [, action = '', id = '', json = ''] = /^(\S*) ?(\S*) ?([\s\S]*)$/.exec(rest) ?? [];
    client.send(
      Buffer.concat([Buffer.from(action + id), writeTree(jsonOf(json))]),
      false,
      1,
      false,
    );
  } else if (word === 'raw') client.raw(Buffer.from(rest.slice(0, 2000), 'hex'));
  else if (word === 'ping') client.ping(Buffer.from(rest));
  else if (word === 'pong') client.socket.frame(OPCODE.pong, Buffer.from(rest).subarray(0, 125));
  else if (word === 'close') {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(Math.abs(Math.trunc(Number(rest)) || 0) % 65_536);
    client.allowMore();
    client.raw(new Uint8Array());
    client.socket.frame(OPCODE.close, code);
  } else if (word === 'gone') {
    client.allowMore();
    client.socket.destroy();
  } else if (word === 'wait') await client.settle();
  return at;
}

export async function openConversation(): Promise<Target> {
  const environment = { PERFUSE_PROTOBUF_SOCKET: 'on' };
  let fixture = await Fixture.open(environment);
  let runs = 0;
  return {
    seeds: SEEDS.map((lines) => bytesOf(lines.join('\n'))),
    words: [...Object.values(ACTIONS), '@VMEASUREMENT@', '@MEASUREMENT@', 'RESULT0001', '\\u0000'],
    mutate: mutateSteps,
    close: () => fixture.close(),
    run: async (input) => {
      if (fixture.isOld) {
        await fixture.close();
        fixture = await Fixture.open(environment);
      }
      const text = textOf(input);
      const context = await fixture.context(text);
      const clients: Client[] = [];
      const open = async (line: string): Promise<Client> => {
        const [protocols = '', token = ''] = line.split(' ');
        const isToken = /^[\w.-]+$/.test(token);
        const asked = await context.fill(text);
        const client = new Client(
          fixture,
          asked,
          PROTOCOLS[protocols] ?? 'json',
          isToken ? token : null,
        );
        await client.socket.opened();
        return client;
      };
      runs += 1;
      try {
        let at = 0;
        for (const step of stepsOf(text))
          at = await take(await context.fill(step), clients, at, open);
        for (const client of clients) await client.finish();
        await fixture.tracker.check();
        fixture.server.checkLog(context.secrets);
        if (runs % CHECK_EVERY === 0) {
          await fixture.tracker.settle(SETTLE_MS);
          await fixture.otherTenant.assertUnchanged();
        }
      } finally {
        for (const client of clients) client.socket.destroy();
        fixture.server.forgetLog();
        fixture.renewGuest();
      }
    },
  };
}
