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

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { log: onlyAllowed, level: (label: string) => ({ level: label }) },
    // Links a log line to its trace and a trace to its lines.
    mixin: tracedIds,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
