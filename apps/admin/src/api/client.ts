// SPDX-License-Identifier: Apache-2.0
import { createContractClient, type ContractClient } from '@perfuse/client';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_HEADER, ADMIN_PATH, ADMINISTRATOR_HEADER } from '@perfuse/contract/admin/session';

/** Calls a route of the administration. Every failure is an `ApiError`. */
export type CallAdmin = ContractClient<typeof ADMIN_ROUTES>['call'];

/**
 * @param onSignedOut called when an answer says that the session has ended.
 * @param administratorId the calls are refused in the session of another administrator.
 */
export function createClient(onSignedOut: () => void, administratorId?: string): CallAdmin {
  const client = createContractClient(ADMIN_ROUTES, `${ADMIN_PATH}/api`, {
    headers: () => ({
      [ADMIN_HEADER.name]: ADMIN_HEADER.value,
      ...(administratorId !== undefined && { [ADMINISTRATOR_HEADER]: administratorId }),
    }),
    onError: (_, { code }) => {
      if (code === 'INVALID_TOKEN') onSignedOut();
    },
  });
  return (name, ...request) => client.call(name, ...request);
}
