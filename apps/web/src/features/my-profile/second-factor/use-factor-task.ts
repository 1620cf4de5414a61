// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import { useState } from 'react';
import { withToken } from '../../../account/token-source.ts';
import { useServices } from '../../../services/use-services.ts';
import { factorCalls, factorFailure, type FactorFailure } from './factor-calls.ts';

export type FactorTask = 'on' | 'renew' | 'off';
/** What the dialog requests or shows. */
export type FactorPhase =
  | { readonly is: 'proof' }
  | { readonly is: 'key'; readonly enrolment: Enrolment }
  | { readonly is: 'codes'; readonly codes: readonly string[] };

export interface FactorProgress {
  readonly phase: FactorPhase;
  readonly isPending: boolean;
  readonly failure: FactorFailure | null;
  /** Completes the phase. @returns whether everything is done. Never rejects. */
  readonly go: (given: { readonly password: string; readonly code: string }) => Promise<boolean>;
}

/** @param hasPassword whether the account has one, which is then requested again. */
export function useFactorTask(task: FactorTask, hasPassword: boolean): FactorProgress {
  const { token } = useServices();
  const [phase, setPhase] = useState<FactorPhase>({ is: 'proof' });
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<FactorFailure | null>(null);

  const step = async (given: { password: string; code: string }): Promise<boolean> => {
    const { code } = given;
    const password = hasPassword ? { password: given.password } : {};
    if (phase.is === 'key') {
      const { recoveryCodes } = await withToken(token, (value) =>
        factorCalls.call('confirmSecondFactor', { token: value, body: { code } }),
      );
      setPhase({ is: 'codes', codes: recoveryCodes });
      return false;
    }
    if (task === 'on') {
      const enrolment = await withToken(token, (value) =>
        factorCalls.call('beginSecondFactor', { token: value, body: password }),
      );
      setPhase({ is: 'key', enrolment });
      return false;
    }
    const body = { ...password, code };
    if (task === 'renew') {
      const { recoveryCodes } = await withToken(token, (value) =>
        factorCalls.call('renewRecoveryCodes', { token: value, body }),
      );
      setPhase({ is: 'codes', codes: recoveryCodes });
      return false;
    }
    await withToken(token, (value) => factorCalls.call('endSecondFactor', { token: value, body }));
    return true;
  };

  return {
    phase,
    isPending,
    failure,
    go: async (given) => {
      setPending(true);
      setFailure(null);
      try {
        return await step(given);
      } catch (cause) {
        const why = factorFailure(cause);
        setFailure(why);
        if (why === 'expired') setPhase({ is: 'proof' });
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
