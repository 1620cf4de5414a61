// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { ChunkRepository, PendingChunk, TakenChunk } from '../chunks/chunk-repository.ts';
import type { ChunkTaker } from '../chunks/chunk-service.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { ChunksInHand } from './chunks-in-hand.ts';

/** `held up`: the store failed, so that the try says nothing of the chunk and does not count. */
export type ClaimEnding = 'answered' | 'failed' | 'held up';

/** A chunk that is this process's to analyse. */
export interface Claim {
  readonly chunk: PendingChunk | TakenChunk;
  /** Releases the chunk. Without a result it can be claimed again. @returns whether more of the measurement may wait. */
  readonly end: (ending: ClaimEnding) => Promise<boolean>;
}

/** Says that a measurement has work, and whether its last chunk is there. */
export type Announce = (measurementId: string, isLast?: boolean) => void;

/**
 * How stored chunks get to an analyst, and stored results to their subscribers. What is handed on is in the store
 * already: a lost notification delays, and loses nothing. A chunk that the process analyses which stored it counts no
 * try before one fails; what is taken from the store is counted first, as it may be what ended the process before.
 */
export interface ChunkDispatch extends ChunkTaker {
  /** Takes a measurement's next chunk; null when there is none to take. */
  readonly claim: (measurementId: string) => Promise<Claim | null>;
  /** A result was stored. */
  readonly answered: (message: ResultMessage) => void;
  /** Takes up what waits already, and announces what comes. */
  readonly start: (announce: Announce) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The claim of the next chunk in hand; null when there is none. */
export function claimInHand(
  inHand: ChunksInHand,
  chunks: Pick<ChunkRepository, 'countTry'>,
  measurementId: string,
): Claim | null {
  const chunk = inHand.first(measurementId);
  if (chunk === null) return null;
  return {
    chunk,
    end: async (ending) => {
      if (ending === 'answered') inHand.done(measurementId, chunk);
      else inHand.tried(measurementId, chunk, ending === 'failed');
      if (ending === 'failed') {
        // Not counted: after a start the chunk is tried once more than it need be.
        await chunks.countTry(measurementId, chunk.position).catch(() => undefined);
      }
      return inHand.mayHave(measurementId);
    },
  };
}

/** Dispatch within the only process that works on the store. */
export function localChunkDispatch(chunks: ChunkRepository, hub: ResultHub): ChunkDispatch {
  let announce: Announce = () => undefined;
  const inHand = new ChunksInHand();
  const claimFromStore = async (measurementId: string): Promise<Claim | null> => {
    const chunk = await chunks.claim(measurementId);
    if (chunk === null) return null;
    return {
      chunk,
      end: async (ending) => {
        // Where this cannot be written either, the next claim fails too, and counts nothing.
        if (ending === 'held up') {
          await chunks.releaseAttempt(measurementId, chunk.position).catch(() => undefined);
        }
        return true;
      },
    };
  };
  return {
    takes: (measurementId, waiting) => inHand.takes(measurementId, waiting),
    stored: (measurementId, taken) => {
      if (taken === null) inHand.lookFor(measurementId);
      else inHand.push(measurementId, taken);
      announce(measurementId, taken?.is_last);
    },
    claim: async (measurementId) =>
      claimInHand(inHand, chunks, measurementId) ??
      inHand.fromStore(measurementId, () => claimFromStore(measurementId)),
    answered: (message) => hub.publish(message),
    start: async (announced) => {
      announce = announced;
      for (const id of await chunks.waiting()) {
        inHand.lookFor(id);
        announce(id);
      }
    },
    stop: () => Promise.resolve(),
  };
}
