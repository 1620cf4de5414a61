// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { ChunkRepository, PendingChunk, TakenChunk } from '../chunks/chunk-repository.ts';
import type { ChunkTaker } from '../chunks/chunk-service.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { ChunksInHand } from './chunks-in-hand.ts';

/** `held up`: the store failed, so that the try says nothing about the chunk and does not count. */
export type ClaimOutcome = 'answered' | 'failed' | 'held up';

/** A chunk that this process claimed for analysis. */
export interface Claim {
  readonly chunk: PendingChunk | TakenChunk;
  /** Releases the chunk. Without a result it can be claimed again. @returns whether the measurement may have more. */
  readonly end: (ending: ClaimOutcome) => Promise<boolean>;
}

/** Announces work of a measurement, and whether its last chunk has arrived. */
export type Announce = (measurementId: string, isLast?: boolean) => void;

/**
 * Passes stored chunks to an analyst, and stored results to their subscribers. Both are in the store already: a lost
 * notification delays, but loses nothing. For a chunk that was stored by the process that analyses it, only failed
 * tries count; one claimed from the store counts as tried beforehand, as it may have crashed the process before.
 */
export interface ChunkDispatch extends ChunkTaker {
  /** Takes a measurement's next chunk; null when there is none to take. */
  readonly claim: (measurementId: string) => Promise<Claim | null>;
  /** Reports a stored result. */
  readonly answered: (message: ResultMessage) => void;
  /** Announces the waiting measurements, then new ones as they come. */
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
        // On failure, the chunk gets one try too many after a restart.
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
        // If this write fails, so does the next claim, which then counts nothing.
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
