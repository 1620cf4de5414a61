// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../../app/build.ts';
import { z } from '@perfuse/contract/schema';
import { PATHS, type Path } from '../../app/routes/paths.ts';

/**
 * An organisation that wants its results called back has asked everything else itself; so has the device that the
 * person comes from.
 */
export function afterPreload(
  edition: Edition,
  resultsCallbackUrl: string | null,
  isHandedOver = false,
): Path {
  if (isHandedOver) return PATHS.measurement;
  const isCallback = resultsCallbackUrl !== null && resultsCallbackUrl !== '';
  return edition === 'enterprise' && isCallback ? PATHS.measurement : PATHS.entry;
}

const handedOver = z.object({ isHandedOver: z.literal(true) });

/** State of the history entry with which a phone comes to the preload. */
export const HANDED_OVER: z.infer<typeof handedOver> = { isHandedOver: true };

/** @param state of the history entry. */
export const isHandedOver = (state: unknown): boolean => handedOver.safeParse(state).success;
