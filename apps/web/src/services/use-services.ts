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
 * Tries the start again. Not null below a start that failed: the service was not reached, nothing is known of it, and
 * only what is here can be read.
 */
export const RetryStartContext = createContext<(() => void) | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('useServices needs ServicesContext above it.');
  return services;
}

/** What start-up found out: the analysis host and whether to sign in. Every screen shows after it is known. */
export function useLaunchFacts(): LaunchFacts {
  const facts = useContext(LaunchFactsContext);
  if (facts === null) throw new Error('useLaunchFacts needs a finished start-up above it.');
  return facts;
}

/** The signed-in person, or null for a guest. */
export function useSignedInUser(): SignedInUser | null {
  return useStore(useServices().account.store, (state) => state.user);
}

/** Reads the session, and again when what `select` picks changes. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useServices().session, select);
}

/** Reads the visit, and again when what `select` picks changes. */
export function useVisit<T>(select: (visit: Visit) => T): T {
  return useStore(visitServicesOf(useServices()).visit, select);
}

export const useIsCallbackMode = (): boolean => useVisit(isCallbackMode);
