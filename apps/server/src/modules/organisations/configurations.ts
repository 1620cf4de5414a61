// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import {
  configurationSettingsSchema,
  type ConfigurationSettings,
} from '@perfuse/contract/account/configuration';
import { configIdSchema } from '@perfuse/contract/account/identity';
import { words } from '@perfuse/contract/words';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { parseInput, taken } from '../../platform/errors/validation.ts';
import type { ConfigurationRepository } from './configuration-repository.ts';
import type { CheckTarget } from '../../platform/outbound/guarded-post.ts';
import type { OrganisationRepository } from './organisation-repository.ts';
import { holdsPicture } from './pictures.ts';
import type { BranchRow, ConfigurationRow } from './tables.ts';

const branchName = words(200);

/** A configuration before its settings are parsed. */
export interface ConfigurationDraft {
  readonly studyId: string;
  readonly branchId: string | null;
  readonly settings: unknown;
}

/**
 * @throws ServiceError VALIDATION_ERROR with the path of each setting that is refused.
 */
export const parseSettings = (settings: unknown): ConfigurationSettings =>
  parseInput(configurationSettingsSchema, settings, 'settings');

/** Settings whose addresses are posted to. */
export const TARGETS = ['resultsCallbackApiUrl', 'eventsWebhookEndpoint'] as const;

/** Configurations and branches, for operators. */
export class Configurations {
  readonly #store: ConfigurationRepository;
  readonly #organisations: OrganisationRepository;
  readonly #checkTarget: CheckTarget;

  /** @param checkTarget whether results and events can be posted to an address. */
  constructor(
    store: ConfigurationRepository,
    organisations: OrganisationRepository,
    checkTarget: CheckTarget,
  ) {
    this.#store = store;
    this.#checkTarget = checkTarget;
    this.#organisations = organisations;
  }

  /** @throws ServiceError VALIDATION_ERROR for a bad or taken id, bad settings, or a foreign study or branch. */
  async create(
    id: string,
    organisationId: string,
    draft: ConfigurationDraft,
  ): Promise<ConfigurationRow> {
    parseInput(configIdSchema, id, 'id');
    const settings = parseSettings(draft.settings);
    await this.#assertOwn(organisationId, draft);
    assertPictures({}, settings);
    await this.#assertReachable({}, settings);
    const outcome = await this.#store.create(id, organisationId, { ...draft, settings });
    if (outcome === 'no study') throw notOwn('study');
    if (outcome === 'no results key') throw noResultsKey();
    if (outcome === 'taken') {
      throw taken('id');
    }
    return this.find(id);
  }

  /**
   * Changes the study and the branch if they are named, and the settings.
   * @param settingsOf computes the settings from the present configuration, also in the transaction; throws to refuse.
   * @throws ServiceError NOT_FOUND or VALIDATION_ERROR.
   */
  async update(
    id: string,
    belonging: Partial<Omit<ConfigurationDraft, 'settings'>>,
    settingsOf: (present: ConfigurationRow) => unknown,
  ): Promise<ConfigurationRow> {
    const present = await this.find(id);
    const after = parseSettings(settingsOf(present));
    await this.#assertOwn(present.organisation_id, belonging, present.study_id);
    assertPictures(present.settings, after);
    await this.#assertReachable(present.settings, after);
    const outcome = await this.#store.update(id, belonging, (row) =>
      parseSettings(settingsOf(row)),
    );
    if (outcome === 'no study') throw notOwn('study');
    if (outcome === 'no results key') throw noResultsKey();
    return this.find(id);
  }

  /** A new address has to work: otherwise a patient would notice first. @throws ServiceError VALIDATION_ERROR. */
  async #assertReachable(
    before: ConfigurationSettings,
    after: ConfigurationSettings,
  ): Promise<void> {
    for (const name of TARGETS) {
      const address = after[name];
      if (address === undefined || address === before[name]) continue;
      const refusal = await this.#checkTarget(address);
      if (refusal === null) continue;
      throw refused(
        name,
        `cannot be posted to: ${refusal}. Private addresses need PERFUSE_PRIVATE_TARGETS, for this command and for the server; PERFUSE_OUTBOUND_HOSTS and PERFUSE_TLS_OUTBOUND apply too`,
      );
    }
  }

  /** @param presentStudy accepted whether active or not. */
  async #assertOwn(
    organisationId: string,
    { studyId, branchId }: Partial<ConfigurationDraft>,
    presentStudy?: string,
  ): Promise<void> {
    if (studyId !== undefined && studyId !== presentStudy) {
      const status = await this.#organisations.studyStatus(organisationId, studyId);
      if (status === null) throw notOwn('study');
      if (status !== 'ACTIVE') throw refused('studyId', 'is inactive: it accepts no measurements');
    }
    if (typeof branchId === 'string') {
      const branches = await this.#store.branches(organisationId);
      if (!branches.some(({ id }) => id === branchId)) throw notOwn('branch');
    }
  }

  /** @throws ServiceError NOT_FOUND. */
  async find(id: string): Promise<ConfigurationRow> {
    const row = await this.#store.find(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no such configuration.');
    return row;
  }

  list: ConfigurationRepository['list'] = (organisationId) => this.#store.list(organisationId);

  /** Ends every link with this id and deletes the events stored for it. @throws ServiceError NOT_FOUND. */
  async remove(id: string): Promise<void> {
    if (!(await this.#store.remove(id))) {
      throw new ServiceError('NOT_FOUND', 'There is no such configuration.');
    }
  }

  /** @throws ServiceError VALIDATION_ERROR for an empty or taken name. */
  async createBranch(organisationId: string, name: string): Promise<string> {
    const id = randomUUID();
    const wanted = parseInput(branchName, name, 'name');
    if (!(await this.#store.createBranch(id, organisationId, wanted))) {
      throw taken('name');
    }
    return id;
  }

  branches = (organisationId: string): Promise<readonly BranchRow[]> =>
    this.#store.branches(organisationId);
}

/** Names the field as in a request. */
const notOwn = (what: 'study' | 'branch'): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `The organisation has no such ${what}.`, {
    [`${what}Id`]: [['VALUES', []]],
  });

/** With its own message, which the admin page shows at the setting. */
const refused = (setting: string, words: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${setting} ${words}.`, {
    [setting]: [['VALID_PROPERTIES', [words]]],
  });

const picturesOf = ({ logo, branding }: ConfigurationSettings) => ({
  logo,
  'branding.measurementHeaderImage': branding?.measurementHeaderImage,
});

/** A new picture has to be one: instead of a broken one, people see the product's. @throws ServiceError VALIDATION_ERROR. */
function assertPictures(before: ConfigurationSettings, after: ConfigurationSettings): void {
  const known = Object.values(picturesOf(before));
  for (const [setting, address] of Object.entries(picturesOf(after))) {
    if (address === undefined || known.includes(address) || holdsPicture(address)) continue;
    throw refused(setting, 'must be a png or jpeg file');
  }
}

const noResultsKey = (): ServiceError =>
  refused('encryptResults', 'needs a results key of the organisation: create one first');
