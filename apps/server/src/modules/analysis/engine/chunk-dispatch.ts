// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { ChunkRepository, PendingChunk } from '../chunks/chunk-repository.ts';
import type { ResultHub } from '../delivery/result-hub.ts';

/** `held up`: the store failed, so that the try says nothing of the chunk and does not count. */
export type ClaimEnding = 'answered' | 'failed' | 'held up';

/** A chunk that is this process's to analyse. */
export interface Claim {
  readonly chunk: PendingChunk;
  /** Releases the chunk. Without a result it can be claimed again. */
  readonly end: (ending: ClaimEnding) => Promise<void>;
}

/** Says that a measurement has work. */
export type Announce = (measurementId: string) => void;

/**
 * How stored chunks get to an analyst, and stored results to their subscribers. What is handed on is in the store
 * already: a lost notification delays, and loses nothing.
 */
export interface ChunkDispatch {
  /** Takes a measurement's next chunk; null when there is none to take. */
  readonly claim: (measurementId: string) => Promise<Claim | null>;
  /** A chunk was stored. */
  readonly stored: (measurementId: string) => void;
  /** A result was stored. */
  readonly answered: (message: ResultMessage) => void;
  /** Takes up what waits already, and announces what comes. */
  readonly start: (announce: Announce) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Dispatch within the only process that works on the store. */
export function localChunkDispatch(chunks: ChunkRepository, hub: ResultHub): ChunkDispatch {
  let announce: Announce = () => undefined;
  return {
    claim: async (measurementId) => {
      const chunk = await chunks.claim(measurementId);
      if (chunk === null) return null;
      return {
        chunk,
        end: async (ending) => {
          // Where this cannot be written either, the next claim fails too, and counts nothing.
          if (ending === 'held up') {
            await chunks.releaseAttempt(measurementId, chunk.position).catch(() => undefined);
          }
        },
      };
    },
    stored: (measurementId) => announce(measurementId),
    answered: (message) => hub.publish(message),
    start: async (announced) => {
      announce = announced;
      for (const id of await chunks.waiting()) announce(id);
    },
    stop: () => Promise.resolve(),
  };
}
