// SPDX-License-Identifier: Apache-2.0
import type { RedeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { useCallback, useEffect, useState } from 'react';
import { EDITION } from '../../config/build.ts';
import { HAND_OFFS, restoreHandOff } from './restore-handoff.ts';
import { memoizePerOwner } from '../../platform/browser/memoize-per-owner.ts';
import type { Services } from '../../services/services.ts';
import { useServices } from '../../services/use-services.ts';
import { ApiError } from '@perfuse/client';

/**
 * `coming`: the token is being exchanged; `refused`: it was used, has expired or is invalid; `offline`: no answer;
 * `failed`: too many tries, or a fault of the service; `arrived`: this page has taken over from the other device.
 */
export type RedemptionPhase = 'coming' | 'refused' | 'offline' | 'failed' | 'arrived';

interface RedeemedPerson {
  /** Name of the person who is signed in from now on; null for a guest. */
  readonly name: string | null;
}

/** Takes over from the other device, once: a page that is rendered twice redeems once. Failures may be retried. */
class HandOffRedemption {
  readonly #services: Services;
  #redeemed: RedeemedHandOff | null = null;
  #underWay: Promise<RedeemedPerson> | null = null;
  /** Era of the person who arrived. */
  #era: number | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  arrive(token: string): Promise<RedeemedPerson> {
    // Anyone who returns to this address later is another person.
    if (this.#era !== null && this.#era !== this.#services.session.getState().era) {
      return Promise.reject(new ApiError('INVALID_HANDOFF', 410, 'the person has left'));
    }
    this.#underWay ??= this.#try(token).catch((cause: unknown) => {
      this.#underWay = null;
      throw cause;
    });
    return this.#underWay;
  }

  async #try(token: string): Promise<RedeemedPerson> {
    const body = { token, edition: EDITION };
    // The token works once: its answer is stored for the next try.
    this.#redeemed ??= await HAND_OFFS.call('redeemHandOff', { body });
    const { user } = this.#redeemed;
    await restoreHandOff(this.#services, this.#redeemed);
    this.#redeemed = null;
    this.#era = this.#services.session.getState().era;
    return { name: user === null ? null : user.username || user.phoneNumber };
  }
}

const redemptionOf = memoizePerOwner((services: Services) => new HandOffRedemption(services));

function failureOf(cause: unknown): RedemptionPhase {
  if (!(cause instanceof ApiError)) return 'failed';
  if (cause.status === 0) return 'offline';
  return cause.code === 'INVALID_HANDOFF' ? 'refused' : 'failed';
}

export interface Redemption {
  readonly phase: RedemptionPhase;
  readonly name: string | null;
  readonly retry: () => void;
}

/** @param onGuest called when a guest has arrived, who need not confirm an account. Must be stable. */
export function useRedeemHandOff(onGuest: () => void): Redemption {
  const services = useServices();
  const { handOffToken } = services;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Redemption, 'retry'>>({
    phase: handOffToken === null ? 'refused' : 'coming',
    name: null,
  });

  useEffect(() => {
    if (handOffToken === null) return;
    const gone = new AbortController();
    redemptionOf(services)
      .arrive(handOffToken)
      .then(
        ({ name }) => {
          if (gone.signal.aborted) return;
          setState({ phase: 'arrived', name });
          if (name === null) onGuest();
        },
        (cause: unknown) => {
          if (!gone.signal.aborted) setState({ phase: failureOf(cause), name: null });
        },
      );
    return () => gone.abort();
  }, [services, handOffToken, attempt, onGuest]);

  const retry = useCallback(() => {
    setState({ phase: 'coming', name: null });
    setAttempt((earlier) => earlier + 1);
  }, []);
  useEffect(() => {
    if (state.phase !== 'offline') return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [state.phase, retry]);
  return { ...state, retry };
}
