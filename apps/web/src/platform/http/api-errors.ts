// SPDX-License-Identifier: Apache-2.0
import type { ApiError } from '@perfuse/client';

type Listener = (route: string, error: ApiError) => void;
const listeners = new Set<Listener>();

/** Listens to every failed call of the page. @returns a function that unsubscribes. */
export function onApiError(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param route its name in the contract. */
export function reportApiError(route: string, error: ApiError): void {
  for (const listener of [...listeners]) listener(route, error);
}
