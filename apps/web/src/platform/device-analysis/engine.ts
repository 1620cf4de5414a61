// SPDX-License-Identifier: Apache-2.0
import type { EngineCommand, EngineReport } from './messages.ts';

/** The part of a Worker that is used. */
export interface EngineWorker {
  postMessage(command: EngineCommand): void;
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: EngineReport }) => void,
  ): void;
  addEventListener(type: 'error' | 'messageerror', listener: () => void): void;
  terminate(): void;
}

export type EngineAnswer = Extract<EngineReport, { readonly type: 'answer' }>;

/** The engine's worker: started once, and again after it died. */
export interface Engine {
  /** Resolves when it is loaded. Rejects when loading fails; the next call then retries. */
  readonly ready: () => Promise<void>;
  readonly send: (command: EngineCommand) => void;
  /** @param onDeath the worker died and its state is lost. @returns a function that unsubscribes. */
  readonly listen: (onAnswer: (answer: EngineAnswer) => void, onDeath: () => void) => () => void;
  /** Terminates the worker at once, with whatever it is computing. */
  readonly stop: () => void;
}

/** Longest time for loading, ms. */
export const LOAD_LIMIT_MS = 20_000;

const openWorker = (): EngineWorker =>
  new Worker(new URL('./engine-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-engine',
  });

interface Listener {
  readonly onAnswer: (answer: EngineAnswer) => void;
  readonly onDeath: () => void;
}

export function createEngine(open: () => EngineWorker = openWorker): Engine {
  const listeners = new Set<Listener>();
  let running: { readonly worker: EngineWorker; readonly loaded: Promise<void> } | null = null;

  const stop = (): void => {
    running?.worker.terminate();
    running = null;
  };

  const start = (): Promise<void> => {
    const worker = open();
    const loaded = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => die('it took too long'), LOAD_LIMIT_MS);
      const die = (why: string): void => {
        clearTimeout(timer);
        reject(new Error(`The engine's worker could not be used: ${why}.`));
        // Nobody listens any more for a worker that was stopped.
        if (running?.worker !== worker) return;
        stop();
        for (const { onDeath } of [...listeners]) onDeath();
      };
      worker.addEventListener('error', () => die('it failed'));
      worker.addEventListener('messageerror', () => die('a message could not be read'));
      worker.addEventListener('message', ({ data }) => {
        if (data.type === 'ready') {
          clearTimeout(timer);
          resolve();
          return;
        }
        for (const { onAnswer } of [...listeners]) onAnswer(data);
      });
    });
    running = { worker, loaded };
    return loaded;
  };

  return {
    ready: () => running?.loaded ?? start(),
    send: (command) => running?.worker.postMessage(command),
    listen: (onAnswer, onDeath) => {
      const listener = { onAnswer, onDeath };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop,
  };
}
