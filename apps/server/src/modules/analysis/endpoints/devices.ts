// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import {
  type DeviceRepository,
  ISSUER,
  type People,
  type TokenService,
} from '../../accounts/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { KeyedRate } from '../../../platform/http/keyed-rate.ts';
import { countRefusals } from '../../../platform/http/count-refusals.ts';
import { sha256 } from '../../../platform/crypto/digest.ts';
import type { OrganisationRepository } from '../../organisations/index.ts';
import { REGION } from '../../../platform/config/about.ts';
import type { PriorityGate } from '../admission/priority-gate.ts';
import { notSupported } from './not-supported.ts';

export interface DeviceDeps {
  readonly organisations: OrganisationRepository;
  readonly devices: DeviceRepository;
  readonly tokens: TokenService;
  readonly people: People;
  readonly gate: PriorityGate;
  /** Rate of device registrations per licence. */
  readonly registrations: KeyedRate;
}

/** Licences and tokens. */
export function deviceEndpoints({
  organisations,
  devices,
  tokens,
  people,
  gate,
  registrations,
}: DeviceDeps): readonly Endpoint[] {
  return [
    endpoint(ANALYSIS_ROUTES.registerLicense, async ({ body, context }) => {
      if (body.TokenSubject !== undefined) {
        // Ignoring it would leave the caller with a token that is less restricted than requested.
        throw notSupported('TokenSubject', 'TokenSubject is not supported.');
      }
      const licence = await countRefusals(context, async () => {
        const known = await organisations.activeLicence(sha256(body.Key));
        if (known === null) throw new ServiceError('INVALID_LICENSE');
        return known;
      });
      registrations.assertRoom(licence.id);
      registrations.count(licence.id);
      const { deviceId, Token, RefreshToken } = await gate.newcomer(() =>
        tokens.registerDevice(
          {
            organisationId: licence.organisationId,
            licenceId: licence.id,
            type: body.DeviceTypeID,
            name: body.Name,
            identifier: body.Identifier,
            version: body.Version,
          },
          { accessS: body.TokenExpiresIn, refreshS: body.RefreshTokenExpiresIn },
        ),
      );
      return { DeviceID: deviceId, Token, RefreshToken, RoleID: 'DEVICE', UserID: '' };
    }),
    endpoint(ANALYSIS_ROUTES.unregisterLicense, async ({ principal }) => {
      await devices.revokeDevice(principal.deviceId);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.renewTokens, ({ body, context }) =>
      countRefusals(context, () => tokens.renew(body, body.RefreshTokenExpiresIn, context)),
    ),
    endpoint(ANALYSIS_ROUTES.generateToken, async ({ body }) => ({
      Token: await tokens.generateToken(body, body.expiryInSec),
    })),
    endpoint(ANALYSIS_ROUTES.tokenInfo, async ({ principal }) => ({
      ActiveLicense: (await devices.licence(principal.deviceId))?.active ?? false,
      DeviceID: principal.deviceId,
      ID: principal.familyId,
      OrganizationID: principal.organisationId,
      Region: REGION,
      RemainingMeasurement: null,
      RoleID: principal.kind === 'device' ? 'DEVICE' : (await people.find(principal.userId)).role,
      SessionGen: principal.generation,
      Type: principal.kind,
      exp: principal.expiresAt,
      iat: principal.issuedAt,
      iss: ISSUER,
    })),
  ];
}
