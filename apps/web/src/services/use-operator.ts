// SPDX-License-Identifier: Apache-2.0
import { addressLine } from '@perfuse/contract/account/address';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { operatorOf, type Operator } from './operator.ts';
import type { NamedOrganisation } from '../launch/launch.ts';
import { useAnalysisPlace } from './analysis-place.ts';
import { useLaunchFacts, useServices, useVisit } from './use-services.ts';

const addressOf = ({ OrgAddresses: [first] }: NamedOrganisation): string =>
  first === undefined ? '' : addressLine(first);

/** @param organisation null when the service did not say; the host of this address is named then. */
export function operatorFrom(
  organisation: NamedOrganisation | null,
  location: Pick<Location, 'host' | 'origin'>,
): Operator {
  const fallback = operatorOf(location);
  if (organisation === null) return fallback;
  return {
    name: organisation.Name === '' ? fallback.name : organisation.Name,
    address: addressOf(organisation) || fallback.address,
  };
}

/** The organisation whose link brought the person. */
export function launchedOperator(
  { orgName, orgAddress }: Pick<LaunchedConfiguration, 'orgName' | 'orgAddress'>,
  location: Pick<Location, 'host' | 'origin'>,
): Operator {
  const fallback = operatorOf(location);
  return { name: orgName || fallback.name, address: orgAddress || fallback.address };
}

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
      // A screen of texts waits for it: drawn in slices.
      startTransition(() => setOperator(operatorFrom(organisation, window.location)));
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
    () => (launched === null ? operator : launchedOperator(launched, window.location)),
    [launched, operator],
  );
}
