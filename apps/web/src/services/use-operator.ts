// SPDX-License-Identifier: Apache-2.0
import { addressLine } from '@perfuse/contract/account/address';
import { startTransition, useEffect, useMemo, useState } from 'react';
import type { NamedOrganisation } from '../launch/launch.ts';
import { useAnalysisPlace } from './analysis-place.ts';
import { useLaunchFacts, useServices, useVisit } from './use-services.ts';

/** The operator of this installation, as consent names it. */
export interface Operator {
  readonly name: string;
  readonly address: string;
}

/** Without a named organisation, the host of this page is named as the one that processes the data. */
export const operatorOf = (name = '', address = ''): Operator => ({
  name: name || window.location.host,
  address: address || window.location.origin,
});

/** The organisation that processes the data: null while it is being requested. */
export function useOperator(): Operator | null {
  const services = useServices();
  const { account, consents } = services;
  const facts = useLaunchFacts();
  const launched = useVisit((state) => state.launched);
  const { isOnDevice } = useAnalysisPlace();
  const [operator, setOperator] = useState<Operator | null>(null);
  useEffect(() => {
    if (launched !== null) return;
    let isGone = false;
    const show = (organisation: NamedOrganisation | null): void => {
      if (isGone) return;
      const [first] = organisation?.OrgAddresses ?? [];
      const address = first && addressLine(first);
      // A transition, because a screen of texts waits for it.
      startTransition(() => setOperator(operatorOf(organisation?.Name, address)));
    };
    const known = facts.organisation ?? null;
    // Where sign-in is required there are no guest tokens; an analysis on this device sends no request.
    const isEnough = isOnDevice && known !== null;
    if (isEnough || (facts.requiresAuthentication && account.token() === null)) show(known);
    else consents.organisation().then(show, () => show(known));
    return () => {
      isGone = true;
    };
  }, [account, consents, facts, launched, isOnDevice]);
  return useMemo(
    () => (launched === null ? operator : operatorOf(launched.orgName, launched.orgAddress)),
    [launched, operator],
  );
}
