// SPDX-License-Identifier: Apache-2.0
/**
 * A conversation over websockets as written in an input, one step per line:
 *
 * `open json @TOKEN@` (json, proto, none or both; the token is optional), `use 0` (switches to another open
 * connection), `text[/fragments][~] FRAME` and `bin…` (`~`: with pings between fragments), `pb ACTION REQUEST TREE`,
 * `raw HEX`, `ping TEXT`, `pong TEXT`, `close CODE`, `gone`, `wait` (until everything was answered).
 */
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import type { Random } from '../engine/random.ts';
import { MAX_BYTES, type Material } from '../engine/mutate.ts';
import { mutateJson } from '../engine/mutate-json.ts';

const MAX_STEPS = 24;

export const stepsOf = (text: string): readonly string[] => text.split('\n').slice(0, MAX_STEPS);

const OWN = '@GUESTMEASUREMENT@';
const IDS = [OWN, OWN, OWN, '@VMEASUREMENT@', '@MEASUREMENT@'] as const;
const PAYLOADS = ['@PAYLOADA@', '@PAYLOADB@', '@PAYLOADC@', '@PAYLOAD@'] as const;
const WORDS = [
  'FIRST::PROCESS',
  'CHUNK::PROCESS',
  'LAST::PROCESS',
  'CHUNK::IGNORE',
  'LAST::IGNORE',
];

const requestId = (random: Random): string => `R${String(random.below(1e9)).padStart(9, '0')}`;

interface Frame {
  readonly action: string;
  readonly body: unknown;
  /** The body as a protobuf message, see {@link writeTree}. */
  readonly tree: unknown;
}

function good(random: Random): Frame {
  const ID = random.pick(IDS);
  const params = [1, 2, [[1, 2, ID]]];
  const kind = random.below(5);
  if (kind === 0) {
    const Token = random.pick(['@GUEST@', '@DEVICE@', '@PERSON@']);
    return { action: ACTIONS.loginWithToken, body: { Token }, tree: [[1, 2, Token]] };
  }
  if (kind === 1) {
    const body = { Params: { ID }, RequestID: 'RESULT0001' };
    return { action: ACTIONS.subscribeResults, body, tree: [params, [2, 2, body.RequestID]] };
  }
  const Payload = random.pick(PAYLOADS);
  const Action = random.pick(WORDS);
  return {
    action: ACTIONS.data,
    body: { Params: { ID }, Action, Payload },
    tree: [params, [2, 2, Action], [7, 2, `base64:${Payload}`], [8, 2, '{}']],
  };
}

export function newStep(random: Random): string {
  const kind = random.below(12);
  if (kind === 0)
    return `open ${random.pick(['json', 'proto', 'none', 'both'])}${random.pick(['', ' @GUEST@', ' @PERSON@'])}`;
  if (kind === 1) return `use ${String(random.below(4))}`;
  if (kind === 2) return `ping ${random.pick(['', 'a', 'x'.repeat(125)])}`;
  if (kind === 3)
    return random.pick(['wait', 'pong a', 'gone', 'close 1000', 'close 4000', 'close 999']);
  if (kind === 4)
    return `raw ${random.pick(['8180000000', '0080', '8900', 'c18000000000', '01800000', '82ff'])}`;
  const { action, body, tree } = good(random);
  const id = requestId(random);
  if (kind === 5) return `pb ${action} ${id} ${JSON.stringify(tree)}`;
  const mode = random.pick(['text', 'bin', 'bin', 'bin/3', 'text/2', 'bin/5~', 'text/9~']);
  return `${mode} ${action}${id}${JSON.stringify(body)}`;
}

function changed(step: string, { random, words }: Material): string {
  const kind = random.below(5);
  if (kind === 0)
    return step.replace(
      /^(text|bin)(?:\/\d+)?~?/,
      random.pick(['text', 'bin', 'bin/2', 'text/4~']),
    );
  if (kind === 1)
    return step.replace(/R\d{9}/, random.chance(0.5) ? requestId(random) : 'RESULT0001');
  const at = step.search(/[[{]/);
  const value = at < 0 ? undefined : jsonOf(step.slice(at));
  if (value !== undefined) return step.slice(0, at) + mutateJson(value, random, words);
  return `${step}${random.pick(words)}`.replaceAll('\n', '');
}

/** One to four changes: a step is added, removed, moved, repeated, or changed itself. */
export function mutateSteps(input: Uint8Array, material: Material): Uint8Array {
  const { random, others } = material;
  let steps = [...stepsOf(textOf(input))];
  for (let rounds = 1 + random.below(4); rounds > 0; rounds -= 1) {
    const at = random.below(steps.length);
    const step = steps[at] ?? 'wait';
    const kind = random.below(8);
    if (kind <= 1) steps.splice(random.below(steps.length + 1), 0, newStep(random));
    else if (kind === 2) steps.splice(at, 1);
    else if (kind === 3) steps.splice(random.below(steps.length + 1), 0, step);
    else if (kind === 4 && others.length > 0) {
      steps = [...steps.slice(0, at), ...stepsOf(textOf(random.pick(others)))];
    } else steps[at] = changed(step, material);
  }
  return bytesOf(steps.slice(0, MAX_STEPS).join('\n')).slice(0, MAX_BYTES);
}
