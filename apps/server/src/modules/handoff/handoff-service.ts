// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { consentBody } from '@perfuse/contract/account/consent';
import {
  handedSessionSchema,
  type createHandOffBody,
  type HandOffCreated,
  type HandOffState,
  type RedeemedHandOff,
} from '@perfuse/contract/handoff/handoff';
import { LANGUAGES } from '@perfuse/contract/language';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { z } from '@perfuse/contract/schema';
import type { Accounts, DeviceRepository, TokenPair, TokenService } from '../accounts/index.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { randomSecret, sha256 } from '../../platform/crypto/digest.ts';
import { decryptWith, encryptFor } from '../../platform/crypto/encrypted-for.ts';
import {
  LaunchError,
  type LaunchService,
  type ResumableVisit,
  resumableVisitSchema,
} from '../launch/index.ts';
import type { HandOffRepository, HandOffRow } from './handoff-repository.ts';

/** What the phone takes over. Encrypted for the token: the store alone cannot read it. */
const payloadSchema = z.object({
  session: handedSessionSchema,
  language: z.enum(LANGUAGES),
  visit: z.nullable(resumableVisitSchema),
});
const PURPOSE = 'handoff';

export interface HandOffDeps {
  readonly store: HandOffRepository;
  readonly devices: Pick<DeviceRepository, 'licence'>;
  readonly tokens: TokenService;
  readonly accounts: Pick<Accounts, 'consents' | 'people' | 'sessions'>;
  readonly visits: Pick<LaunchService, 'resume' | 'visitOf'>;
  /** How long a token works, s. */
  readonly lifetimeS: number;
  /** Public address of the app, as set by the operator. */
  readonly publicUrl: string | null;
  readonly now: () => number;
}

type HandOffRequest = z.output<typeof createHandOffBody>;
interface Admitted {
  readonly pair: TokenPair;
  readonly user: RedeemedHandOff['user'];
}

/** Codes with which the services refuse a person or device that lost access. */
const ACCESS_LOST: ReadonlySet<string> = new Set([
  'ERR_SESSION_EXPIRED',
  'INVALID_LICENSE',
  'INVALID_TOKEN',
  'INVALID_USER',
  'NOT_FOUND',
]);

/** One answer whatever is wrong with a token, so that existing tokens cannot be distinguished from made-up ones. */
const refused = (): ServiceError => new ServiceError('INVALID_HANDOFF');

/** Continuing a measurement on a phone, with a one-time token that a desktop shows as a QR code. */
export class HandOffs {
  readonly #deps: HandOffDeps;
  readonly #now: () => number;

  constructor(deps: HandOffDeps) {
    this.#deps = deps;
    this.#now = deps.now;
  }

  /**
   * @throws ServiceError NOT_FOUND for a visit that is not of the caller's organisation, INVALID_TOKEN or
   * ERR_SESSION_EXPIRED for a caller who was deleted meanwhile.
   */
  async create(principal: Principal, request: HandOffRequest): Promise<HandOffCreated> {
    const { store, visits, lifetimeS, publicUrl } = this.#deps;
    const { edition, session, language, launchId } = request;
    const visit =
      launchId === undefined ? null : await visits.visitOf(launchId, principal.organisationId);
    if (visit === null && launchId !== undefined) {
      throw new ServiceError('NOT_FOUND', 'There is no such visit.');
    }
    const token = randomSecret();
    const id = randomUUID();
    const isKept = await store.replace({
      id,
      hash: sha256(token),
      edition,
      organisation_id: principal.organisationId,
      device_id: principal.deviceId,
      family_id: principal.familyId,
      user_id: principal.userId,
      encrypted: await encryptFor(token, PURPOSE, { session, language, visit }),
      expires_at: this.#now() + 1000 * lifetimeS,
    });
    if (!isKept) throw ServiceError.ended(principal);
    return { id, token, expiresInS: lifetimeS, publicUrl };
  }

  /** For the requesting device; hand-offs of others are `over`. */
  async state(principal: Principal, id: string): Promise<HandOffState> {
    const row = await this.#deps.store.find(id, principal.deviceId);
    if (row === null) return 'over';
    if (row.opened_at === null) return row.expires_at > this.#now() ? 'waiting' : 'over';
    const { phone_id } = row;
    const isDone = phone_id !== null && (await this.#deps.store.hasMeasured(phone_id));
    return isDone ? 'measured' : 'opened';
  }

  /** Ends a hand-off that no phone has opened. */
  async cancel(principal: Principal, id: string): Promise<void> {
    await this.#deps.store.cancel(id, principal.deviceId);
  }

  /**
   * Uses up a token and opens a separate session for the phone. Copies a guest's consent; a person's applies anyway.
   * @throws ServiceError INVALID_HANDOFF.
   */
  async redeem(token: string, edition: HandOffRequest['edition']): Promise<RedeemedHandOff> {
    const { store } = this.#deps;
    const row = await store.open(sha256(token), edition);
    if (row === null) throw refused();
    const payload = await decryptWith(token, PURPOSE, payloadSchema, row.encrypted);
    if (payload === null) throw refused();
    const { session, language, visit } = payload;
    const { pair, user, phone } = await this.#letIn(row);
    const launched = visit === null ? null : await this.#resume(visit, phone.deviceId, pair);
    await store.setPhone(row.id, phone.deviceId);
    if (user === null) await this.#takeConsent(row, phone);
    return { pair, user, session, language, launched };
  }

  /** The new session is opened only while the requesting one, its person, licence and organisation are as they were. */
  async #letIn(row: HandOffRow): Promise<Admitted & { readonly phone: Principal }> {
    try {
      const admitted = await (row.user_id === null
        ? this.#admitDevice(row)
        : this.#admitPerson(row.user_id, row.family_id));
      const phone = await this.#deps.tokens.authenticateMeasuring(admitted.pair.Token);
      return { ...admitted, phone };
    } catch (error) {
      // Erased, suspended or signed out, or the licence revoked.
      if (error instanceof ServiceError && ACCESS_LOST.has(error.code)) throw refused();
      throw error;
    }
  }

  /** Valid no longer than the requesting device, and under its licence. */
  async #admitDevice({ organisation_id, device_id, family_id }: HandOffRow): Promise<Admitted> {
    const { devices, tokens } = this.#deps;
    const licence = await devices.licence(device_id);
    if (licence === null) throw refused();
    const { Token, RefreshToken } = await tokens.registerDevice(
      {
        organisationId: organisation_id,
        licenceId: licence.id,
        type: 'WEB',
        name: 'phone',
        identifier: '',
        version: '',
        letInBy: family_id,
      },
      // As long as the requesting device allows.
      { accessS: Infinity, refreshS: Infinity },
    );
    return { pair: { Token, RefreshToken }, user: null };
  }

  async #admitPerson(userId: string, letInBy: string): Promise<Admitted> {
    const { people, sessions } = this.#deps.accounts;
    const person = await people.find(userId);
    return {
      pair: await sessions.open(person, {}, { letInBy }),
      user: { username: person.email ?? '', phoneNumber: person.phone_number ?? '' },
    };
  }

  async #resume(
    visit: ResumableVisit,
    deviceId: string,
    pair: TokenPair,
  ): Promise<LaunchedConfiguration> {
    try {
      return await this.#deps.visits.resume(visit, deviceId);
    } catch (error) {
      // No phone gets the session that was opened for it.
      await this.#deps.tokens.signOut(pair);
      // The organisation has changed or removed the configuration since.
      if (error instanceof LaunchError) throw refused();
      throw error;
    }
  }

  async #takeConsent(from: HandOffRow, to: Principal): Promise<void> {
    const { consents } = this.#deps.accounts;
    const given = await consents.retrieve({
      organisationId: from.organisation_id,
      deviceId: from.device_id,
      userId: null,
    });
    // The record without its receipt: the phone gets one of its own.
    if (given.ID !== '') await consents.create(to, consentBody.parse(given));
  }
}
