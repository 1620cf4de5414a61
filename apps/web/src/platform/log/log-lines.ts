// SPDX-License-Identifier: Apache-2.0
import { createStore, type StoreApi } from 'zustand/vanilla';
import { redact } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  /** Counts up from 1. */
  readonly number: number;
  /** ms since 1970. */
  readonly atMs: number;
  readonly level: LogLevel;
  readonly text: string;
}

export interface LogLines {
  readonly store: StoreApi<readonly LogLine[]>;
  /** Stores a line, without credentials. */
  readonly add: (level: LogLevel, parts: readonly unknown[]) => void;
  readonly clear: () => void;
}

const MAX_LINES = 500;
const MAX_CHARACTERS = 2000;

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (part instanceof Error) return part.stack ?? `${part.name}: ${part.message}`;
  try {
    const json: unknown = JSON.stringify(part); // undefined for functions, which the type of `stringify` does not say
    return typeof json === 'string' ? json : String(part);
  } catch {
    return String(part); // circular
  }
}

/** The latest log lines, oldest first. */
export function createLogLines(now: () => number): LogLines {
  const store = createStore<readonly LogLine[]>()(() => []);
  let number = 0;
  return {
    store,
    add: (level, parts) => {
      number += 1;
      const text = redact(parts.map(textOf).join(' ')).slice(0, MAX_CHARACTERS);
      const line = { number, atMs: now(), level, text };
      store.setState([...store.getState().slice(1 - MAX_LINES), line], true);
    },
    clear: () => store.setState([], true),
  };
}
