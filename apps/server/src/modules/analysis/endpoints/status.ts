// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { REGION, VERSION } from '../../../platform/config/about.ts';

export function statusEndpoints(): readonly Endpoint[] {
  return [
    endpoint(ANALYSIS_ROUTES.status, () => ({
      StatusID: 'ACTIVE' as const,
      Version: VERSION,
      Region: REGION,
      // A device measures without a sign-in.
      AllowAnonymous: true,
    })),
  ];
}
