// SPDX-License-Identifier: Apache-2.0
import { addressLine } from '@perfuse/contract/account/address';
import { startTransition, useEffect, useMemo, useState } from 'react';
import type { NamedOrganisation } from '../launch/launch.ts';
import { useAnalysisPlace } from './analysis-place.ts';
import { useLaunchFacts, useServices, useVisit } from './use-services.ts';

/** Who runs this installation, as consent names them. */
export interface Operator {
  readonly name: string;
  readonly address: string;
}

/** Without a named organisation, the host of this address is named as the one that processes the data. */
export const operatorOf = (name = '', address = ''): Operator => ({
  name: name || window.location.host,
  address: address || window.location.origin,
});

/** The organisation that processes the data: null while it is being asked for. */
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
      // A screen of texts waits for it: drawn in slices.
      startTransition(() => setOperator(operatorOf(organisation?.Name, address)));
    };
    const known = facts.organisation ?? null;
    // Where people must sign in there are no guests to ask as; who is measured on this device asks the service nothing.
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
