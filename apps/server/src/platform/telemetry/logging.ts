// SPDX-License-Identifier: Apache-2.0
import { pino, type DestinationStream, type Logger } from 'pino';
import { activeSpan } from './span.ts';

/**
 * The only keys that reach the log. Everything else, such as a framework's own record with an address in it, is
 * dropped: addresses, headers and bodies can hold tokens and health data.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'err',
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'code',
  'reason',
  'count',
  'measurement',
  'chunk',
  'signal',
  'trace',
  'span',
  'folder',
]);

function onlyAllowed(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => ALLOWED.has(key)));
}

function tracedIds(): Record<string, string> {
  const span = activeSpan();
  return span === undefined ? {} : { trace: span.traceId, span: span.spanId };
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, message: error.message, stack: error.stack };
}

/** Most text that waits in memory for a slow reader or a full disk, bytes. */
const MAX_WAITING = 4 * 1024 * 1024;

/**
 * Standard output. If it cannot be written, such as to a file on a full disk, lines wait, and further ones are dropped:
 * the server continues. Pino alone would end the process, and then never end writing the rest.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
  const flushSync = output.flushSync.bind(output);
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  output.on('write', () => {
    output.flushSync = flushSync;
  });
  return output;
}

/** @param destination standard output by default. */
export function createLogger(
  level: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    level,
    base: null,
    formatters: { log: onlyAllowed, level: (label: string) => ({ level: label }) },
    // Links a log line to its trace and a trace to its lines.
    mixin: tracedIds,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return pino(options, destination);
}
