// SPDX-License-Identifier: Apache-2.0
/** Assigns functions to parts of the server by their source file. */
import type { Frame, SelfTime } from './cpu-profile.ts';

/** The source file of a function; the frame's own URL if it was not bundled. */
export type SourceOf = (frame: Frame) => string;

export const GARBAGE = 'garbage collection in its thread';
export const OUTSIDE = 'outside of JavaScript: sockets, system calls';
export const REST = 'rest';

/** Time in which a thread was idle. */
const IDLE: ReadonlySet<string> = new Set(['(idle)', '(root)']);

/** Starting and stopping the profile: outside the measured time. */
const PROFILER = /^node:(?:internal\/)?inspector/;

interface Rule {
  readonly path: RegExp;
  readonly part: string | ((match: RegExpExecArray, name: string) => string);
}

/** The name of a database call, such as run or iterate; all other calls share one name. */
const databaseCall = (name: string): string =>
  /^(?:run|get|all|iterate|next|exec|prepare)$/.test(name) ? name : 'other calls';

/** The first match wins. */
const RULES: readonly Rule[] = [
  {
    path: /\/node_modules\/(?:@)?libsql\//,
    part: (_, name) => `store: libsql ${databaseCall(name)}`,
  },
  { path: /\/node_modules\/pg[\w-]*\//, part: 'store: PostgreSQL client' },
  { path: /\/node_modules\/kysely\//, part: 'store: building statements' },
  { path: /\/apps\/server\/src\/platform\/storage\//, part: 'store: own code' },
  { path: /\/packages\/contract\/src\/payload\//, part: 'reading payloads, checksums' },
  { path: /\/packages\/vitals\/src\/(\w+)\//, part: ([, folder]) => `engine: ${folder ?? ''}` },
  { path: /\/packages\/vitals\/src\//, part: 'engine: analysis' },
  { path: /^wasm:/, part: 'engine: compiled loops' },
  { path: /\/node_modules\/zod\//, part: 'schemas' },
  { path: /\/packages\/contract\/src\//, part: 'schemas' },
  {
    path: /\/node_modules\/(?:fastify|@fastify|avvio|find-my-way|fast-[\w-]+|light-my-request|ws|secure-json-parse|process-warning)\//,
    part: 'HTTP and websockets',
  },
  {
    path: /^node:(?:_?http|internal\/http|net|_?stream|internal\/streams|internal\/stream_base|events|tls|zlib|internal\/url)/,
    part: 'HTTP and websockets',
  },
  {
    path: /\/node_modules\/(?:piscina|p-queue|eventemitter3)\/|^node:(?:internal\/)?(?:worker|event_target|per_context\/messageport)|^node:internal\/event_target/,
    part: 'handing work to threads',
  },
  { path: /^node:(?:buffer|internal\/buffer)/, part: 'base64 and buffers' },
  {
    path: /\/apps\/server\/src\/modules\/analysis\//,
    part: 'protocol of measurements, JSON',
  },
  { path: /\/apps\/server\/src\/modules\/([\w-]+)\//, part: 'other modules' },
  { path: /\/apps\/server\/src\/platform\//, part: 'platform: encryption, logs, metrics, routes' },
  {
    path: /\/node_modules\/(?:pino|prom-client|jose)[\w-]*\//,
    part: 'platform: encryption, logs, metrics, routes',
  },
  { path: /^node:(?:internal\/)?crypto/, part: 'platform: encryption, logs, metrics, routes' },
  { path: /^node:(?:internal\/)?fs/, part: 'files and disk' },
  { path: /^node:/, part: 'Node: timers, promises' },
];

/**
 * The part that a function's self time counts towards. Code built into V8 or a binary counts towards the first caller
 * that has a source. On one core, a call that wakes another thread (flushing a file, posting a message to a worker)
 * also includes its waiting time afterwards.
 * @returns null for idle time and for the profiler itself.
 */
export function partOf({ stack }: Pick<SelfTime, 'stack'>, sourceOf: SourceOf): string | null {
  const [own] = stack;
  if (own === undefined || IDLE.has(own.functionName)) return null;
  if (own.functionName === '(garbage collector)') return GARBAGE;
  if (own.functionName === '(program)') return OUTSIDE;
  const located = stack.find(({ url }) => url !== '');
  if (located === undefined) return OUTSIDE;
  const source = sourceOf(located);
  if (PROFILER.test(source)) return null;
  for (const { path, part } of RULES) {
    const match = path.exec(source);
    if (match !== null) {
      return typeof part === 'string' ? part : part(match, located.functionName);
    }
  }
  return REST;
}

/** Sampled time of each part, microseconds. */
export function byPart(times: readonly SelfTime[], sourceOf: SourceOf): Map<string, number> {
  const parts = new Map<string, number>();
  for (const time of times) {
    const part = partOf(time, sourceOf);
    if (part !== null) parts.set(part, (parts.get(part) ?? 0) + time.us);
  }
  return parts;
}
