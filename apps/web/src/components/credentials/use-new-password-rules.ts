// SPDX-License-Identifier: Apache-2.0
import {
  checkPassword,
  DEFAULT_PASSWORD_POLICY,
  type PasswordCheck,
  type PasswordPolicy,
} from '@perfuse/contract/account/password';
import { useEffect, useState } from 'react';
import { useServices } from '../../services/use-services.ts';

export interface PasswordRules extends PasswordCheck {
  readonly policy: PasswordPolicy;
}

/**
 * Checks a new password by the organisation's rules. When they cannot be fetched the default ones apply; the
 * service checks in any case.
 * @param organisation its short name, '' for the installation's own; null while no password is asked for.
 * @returns null until the rules are known.
 */
export function useNewPasswordRules(
  organisation: string | null,
  password: string,
): PasswordRules | null {
  const { analysis } = useServices();
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null);
  useEffect(() => {
    if (organisation === null) return;
    const leaving = new AbortController();
    analysis()
      .call('passwordPolicy', {
        query: organisation === '' ? {} : { Identifier: organisation },
        signal: leaving.signal,
      })
      .then(setPolicy, () => {
        if (!leaving.signal.aborted) setPolicy(DEFAULT_PASSWORD_POLICY);
      });
    return () => leaving.abort();
  }, [analysis, organisation]);
  return policy === null ? null : { ...checkPassword(policy, password), policy };
}
