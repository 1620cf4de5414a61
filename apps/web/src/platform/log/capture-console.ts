// SPDX-License-Identifier: Apache-2.0
import type { LogLevel, LogLine, LogLines } from './log-lines.ts';

const METHODS = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const satisfies Partial<Record<keyof Console, LogLevel>>;
type Method = keyof typeof METHODS;

/** Whether the address requests console output: `?debug`, with or without a value. */
export const asksForDebug = (search: string): boolean => new URLSearchParams(search).has('debug');

/**
 * Stores console output as log lines and mutes the console. Uncaught errors are stored too.
 * @returns a function that un-mutes the console: prints every line stored so far, and those to come.
 */
export function captureConsole(
  target: Pick<Console, Method>,
  events: Pick<Window, 'addEventListener'>,
  lines: LogLines,
): () => void {
  const spoken = new Map<LogLevel, (...parts: unknown[]) => void>();
  for (const name of Object.keys(METHODS) as Method[]) {
    const original = target[name].bind(target);
    if (!spoken.has(METHODS[name])) spoken.set(METHODS[name], original);
    target[name] = (...parts: unknown[]) => lines.add(METHODS[name], parts);
  }
  events.addEventListener('error', ({ error, message }) => lines.add('error', [error ?? message]));
  events.addEventListener('unhandledrejection', ({ reason }) => lines.add('error', [reason]));

  let last = 0;
  let speaks = false;
  return () => {
    if (speaks) return;
    speaks = true;
    const speak = (kept: readonly LogLine[]): void => {
      for (const { number, level, text } of kept) {
        if (number > last) spoken.get(level)?.(text);
      }
      last = kept.at(-1)?.number ?? last;
    };
    speak(lines.store.getState());
    lines.store.subscribe(speak);
  };
}
