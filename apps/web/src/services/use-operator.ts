// SPDX-License-Identifier: Apache-2.0
import { addressLine } from '@perfuse/contract/account/address';
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { operatorOf, type Operator } from './operator.ts';
import { useServices } from './use-services.ts';
import { visitServicesOf } from './visit-services.ts';

const addressOf = ({ OrgAddresses: [first] }: OrganisationAnswer): string =>
  first === undefined ? '' : addressLine(first);

/** @param organisation null when the service did not say; the host of this address is named then. */
export function operatorFrom(
  organisation: OrganisationAnswer | null,
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
  const { consents } = services;
  const launched = useStore(visitServicesOf(services).visit, (state) => state.launched);
  const [operator, setOperator] = useState<Operator | null>(null);
  useEffect(() => {
    if (launched !== null) return;
    let isGone = false;
    const show = (organisation: OrganisationAnswer | null): void => {
      if (!isGone) setOperator(operatorFrom(organisation, window.location));
    };
    consents.organisation().then(show, () => show(null));
    return () => {
      isGone = true;
    };
  }, [consents, launched]);
  return useMemo(
    () => (launched === null ? operator : launchedOperator(launched, window.location)),
    [launched, operator],
  );
}
