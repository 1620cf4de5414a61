// SPDX-License-Identifier: Apache-2.0
import {
  checkPassword,
  DEFAULT_PASSWORD_POLICY,
  type PasswordCheck,
  type PasswordPolicy,
  type PasswordRule,
} from '@perfuse/contract/account/password';
import { useEffect, useState } from 'react';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';

export interface PasswordRules extends PasswordCheck {
  readonly policy: PasswordPolicy;
  /** Why the organisation's rules could not be fetched; null: they were. */
  readonly failure: unknown;
}

/** Whose rules apply: those of the organisation of an access code, a link or the signed-in person. */
export interface RuleOwner {
  readonly accessCode?: string;
  readonly configId?: string | null;
  /** That of the mailed link. */
  readonly token?: string | null;
  readonly isSignedIn?: boolean;
}

/** While an access code is typed, its rules are requested when the typing pauses this long, ms. */
const PAUSE_MS = 400;

/**
 * The check with the rules marked that the service reports as broken, including those that this policy does not have.
 */
function marked(check: PasswordCheck, broken: readonly PasswordRule[]): PasswordCheck {
  if (broken.length === 0) return check;
  const known = check.rules.map(({ rule, passed }) => ({
    rule,
    passed: passed && !broken.includes(rule),
  }));
  const others = broken.filter((rule) => check.rules.every((one) => one.rule !== rule));
  return {
    valid: false,
    rules: [...known, ...others.map((rule) => ({ rule, passed: false }))],
  };
}

/**
 * Checks a new password against the organisation's rules. If they cannot be fetched, the default ones apply; the
 * service checks in any case.
 * @param owner null while no password is requested.
 * @param broken rules that this very password broke, as reported by the service.
 * @returns null until the rules are known.
 */
export function useNewPasswordRules(
  owner: RuleOwner | null,
  password: string,
  broken: readonly PasswordRule[] = [],
): PasswordRules | null {
  const { api, token: tokens } = useServices();
  const [known, setKnown] = useState<Pick<PasswordRules, 'policy' | 'failure'> | null>(null);
  const isAsked = owner !== null;
  const { accessCode = '', configId = null, token = null, isSignedIn = false } = owner ?? {};
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const body = {
      accessCode,
      ...(configId !== null && { configId }),
      ...(token !== null && { token }),
    };
    const ask = (): Promise<PasswordPolicy> =>
      isSignedIn
        ? withToken(tokens, (value) => api.call('passwordPolicy', { body, token: value, signal }))
        : api.call('passwordPolicy', { body, signal });
    const timer = setTimeout(
      () => {
        ask().then(
          (policy) => setKnown({ policy, failure: null }),
          (failure: unknown) => {
            if (!signal.aborted) setKnown({ policy: DEFAULT_PASSWORD_POLICY, failure });
          },
        );
      },
      accessCode === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, tokens, isAsked, accessCode, configId, token, isSignedIn]);
  return known === null
    ? null
    : { ...marked(checkPassword(known.policy, password), broken), ...known };
}
