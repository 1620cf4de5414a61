// SPDX-License-Identifier: Apache-2.0
import type { VisitPolicy } from '../../platform/http/security-headers.ts';
import type { ConfigurationRepository, OrganisationDirectory } from '../organisations/index.ts';
import { brandingOrigins } from './effective-settings.ts';

/** Cache lifetime, ms: every file of a page reads the policy. A change of the configuration shows after this. */
const KEPT_MS = 5_000;
const MAX_ENTRIES = 1000;

const originOf = (address: string): readonly string[] =>
  URL.canParse(address) && address.startsWith('http') ? [new URL(address).origin] : [];

interface Kept {
  readonly policy: VisitPolicy | null;
  readonly until: number;
}

/** What the security policy of a configuration's pages allows in addition to the product's own. */
export class VisitPolicies {
  readonly #configurations: ConfigurationRepository;
  readonly #organisations: OrganisationDirectory;
  readonly #kept = new Map<string, Kept>();

  constructor(configurations: ConfigurationRepository, organisations: OrganisationDirectory) {
    this.#configurations = configurations;
    this.#organisations = organisations;
  }

  readonly find = async (configId: string): Promise<VisitPolicy | null> => {
    const kept = this.#kept.get(configId);
    if (kept !== undefined && kept.until > performance.now()) return kept.policy;
    const policy = await this.#read(configId);
    // Addresses can name any id: the cache must not grow with them.
    if (this.#kept.size >= MAX_ENTRIES) this.#kept.clear();
    this.#kept.set(configId, { policy, until: performance.now() + KEPT_MS });
    return policy;
  };

  async #read(configId: string): Promise<VisitPolicy | null> {
    const row = await this.#configurations.find(configId);
    if (row === null) return null;
    const { settings } = row;
    const organisation = await this.#organisations.find(row.organisation_id);
    const hosts = [settings.customApiHostname ?? '', ...(settings.apiHostnames ?? [])];
    return {
      brandingOrigins: [...brandingOrigins(settings)],
      pictureOrigins: originOf(organisation?.logo ?? ''),
      analysisHosts: hosts.map((host) => host.split('/')[0] ?? '').filter((host) => host !== ''),
      embedOrigins: settings.embedOrigins ?? [],
    };
  }
}
