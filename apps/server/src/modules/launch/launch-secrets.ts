// SPDX-License-Identifier: Apache-2.0
import { sha256 } from '../../platform/crypto/digest.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { LaunchRepository } from './launch-repository.ts';
import type { LaunchRow } from './tables.ts';

/** How long events and results may be passed on for an unused visit, ms. */
export const VISIT_MS = 24 * 3_600_000;

/** The configuration and sessions that a call names. */
export interface CalledFor {
  readonly configId: string;
  /** Each must be that of the launch. */
  readonly sessionIds: readonly string[];
}

/**
 * The launch whose secret a call carries.
 * @throws ServiceError INVALID_LAUNCH without the secret of a launch that has not ended, NOT_OF_THIS_LAUNCH for another
 * configuration or session.
 */
export async function launchOf(
  launches: LaunchRepository,
  secret: string | null,
  { configId, sessionIds }: CalledFor,
): Promise<LaunchRow> {
  const launch = secret === null ? null : await launches.use(sha256(secret), VISIT_MS);
  if (launch === null) throw new ServiceError('INVALID_LAUNCH');
  const isItsOwn =
    launch.configuration_id === configId && sessionIds.every((id) => id === launch.session_id);
  if (!isItsOwn) throw new ServiceError('NOT_OF_THIS_LAUNCH');
  return launch;
}
