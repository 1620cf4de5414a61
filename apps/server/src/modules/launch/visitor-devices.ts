// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { randomSecret, sha256 } from '../../platform/crypto/digest.ts';
import type { TokenPair, TokenService } from '../accounts/index.ts';
import type { Installation } from '../organisations/index.ts';
import type { LaunchRepository } from './launch-repository.ts';

export interface VisitorDeviceDeps {
  readonly launches: LaunchRepository;
  readonly tokens: TokenService;
  readonly installation: Installation;
}

const stopped = (): ServiceError =>
  new ServiceError('RESTRICTED', 'Visits to this organisation are disabled.');

/** Devices of visitors by a link without tokens: each visit has its own. */
export class VisitorDevices {
  readonly #deps: VisitorDeviceDeps;

  constructor(deps: VisitorDeviceDeps) {
    this.#deps = deps;
  }

  /** @throws ServiceError RESTRICTED when the operator revoked the licence of the organisation's visitors. */
  async register(organisationId: string): Promise<TokenPair> {
    const licenceId = await this.#licence(organisationId);
    try {
      const { Token, RefreshToken } = await this.#deps.tokens.registerDevice({
        organisationId,
        licenceId,
        type: 'WEB',
        name: 'visitor',
        identifier: '',
        version: '',
      });
      return { Token, RefreshToken };
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'INVALID_LICENSE') throw stopped();
      throw error;
    }
  }

  /** Its key is not stored: the licence exists to be listed and revoked. */
  async #licence(organisationId: string): Promise<string> {
    const { installation, launches } = this.#deps;
    if (organisationId === installation.organisationId) return installation.guestLicenceId;
    const licence = await launches.visitorLicence(organisationId, {
      id: randomUUID(),
      keyHash: sha256(randomSecret()),
    });
    if (!licence.active) throw stopped();
    return licence.id;
  }
}
