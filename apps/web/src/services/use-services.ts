// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SignedInUser } from '../account/account.ts';
import { isCallbackMode, type Visit } from '../launch/visit.ts';
import type { LaunchFacts } from '../launch/launch.ts';
import type { Services } from './services.ts';
import { visitServicesOf } from './visit-services.ts';
import type { Session } from '../session/session-store.ts';

export const ServicesContext = createContext<Services | null>(null);
export const LaunchFactsContext = createContext<LaunchFacts | null>(null);

/**
 * Retries the start. Not null below a failed start: the service was not reached, nothing is known of it, and only local
 * data can be read.
 */
export const RetryStartContext = createContext<(() => void) | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('useServices needs ServicesContext above it.');
  return services;
}

/** Facts from start-up: the analysis host and whether to sign in. Screens are shown only after they are known. */
export function useLaunchFacts(): LaunchFacts {
  const facts = useContext(LaunchFactsContext);
  if (facts === null) throw new Error('useLaunchFacts needs a finished start-up above it.');
  return facts;
}

/** The signed-in person, or null for a guest. */
export function useSignedInUser(): SignedInUser | null {
  return useStore(useServices().account.store, (state) => state.user);
}

/** Reads the session, and re-renders when the part that `select` returns changes. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useServices().session, select);
}

/** Reads the visit, and re-renders when the part that `select` returns changes. */
export function useVisit<T>(select: (visit: Visit) => T): T {
  return useStore(visitServicesOf(useServices()).visit, select);
}

export const useIsCallbackMode = (): boolean => useVisit(isCallbackMode);
