// SPDX-License-Identifier: Apache-2.0
/** What an input may use: an organisation with people of every kind, each made when first asked for. */
import { randomBytes } from 'node:crypto';
import type { Role } from '@perfuse/contract/account/roles';
import { tokenPairSchema } from '@perfuse/contract/analysis/schemas';
import { callbackResults } from '@perfuse/contract/launch/results';
import { z } from '@perfuse/contract/schema';
import {
  integrator,
  plainProfile,
  PROFILE,
  type Integrator,
} from '@perfuse/server/testing/integrator';
import { smallPayloads } from '@perfuse/testing/chunks';
import { PASSWORD } from '@perfuse/server/testing/people';
import type { Started } from './started.ts';

const ADMIN_PASSWORD = `${PASSWORD}-and-longer`;
const withId = z.object({ ID: z.string() });
const registered = z.object({ DeviceID: z.string(), Token: z.string() });

export const fresh = (): string => randomBytes(6).toString('hex');
const email = (): string => `ours-${fresh()}@example.org`;
const three = smallPayloads({ count: 3 });

type Name = string;

/** Names are those of the placeholders, `@DEVICE@` and its like. */
export class Ours {
  readonly #started: Started;
  readonly #made = new Map<Name, Promise<string>>();
  #integrator: Promise<Integrator> | null = null;

  constructor(started: Started) {
    this.#started = started;
  }

  /** Undefined for a name that there is not. */
  get(name: Name): Promise<string> | undefined {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const make = this.#makers[name];
    if (make === undefined) return undefined;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  forget(...names: readonly Name[]): void {
    for (const name of names) this.#made.delete(name);
  }

  async ask(url: string, token: string | null, payload: object): Promise<unknown> {
    const answer = await this.#started.app.http.inject({
      method: 'POST',
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      payload,
    });
    return answer.json();
  }

  #organisation(): Promise<Integrator> {
    this.#integrator ??= integrator(this.#started.server, {
      callbackOrigins: ['https://clinic.example'],
      resultsCallbackApiUrl: 'https://clinic.example/results',
      eventsWebhookEndpoint: 'https://clinic.example/events',
    });
    return this.#integrator;
  }

  /** A token, and what comes with it under other names. */
  #pair(name: Name, refresh: Name, pair: unknown): string {
    const { Token, RefreshToken } = tokenPairSchema.parse(pair);
    this.#made.set(refresh, Promise.resolve(RefreshToken));
    this.#made.set(name, Promise.resolve(Token));
    return Token;
  }

  async #user(role: Role, organisationId: string, idName: Name): Promise<string> {
    const { people, sessions } = this.#started.app.accounts;
    const address = email();
    const user = await people.createUser(organisationId, {
      email: address,
      password: PASSWORD,
      role,
    });
    this.#made.set(idName, Promise.resolve(user.id));
    this.#made.set('EMAIL', Promise.resolve(address));
    const open = role === 'USER' ? sessions.open(user) : sessions.openForOrganisation(user);
    return this.#pair(role, `${role}REFRESH`, await open);
  }

  async #administrator(organisationId: string | null): Promise<string> {
    const { administrators } = this.#started.app.accounts;
    const address = email();
    const administrator = await administrators.add(address, ADMIN_PASSWORD, organisationId);
    this.#made.set('KEEPEREMAIL', Promise.resolve(address));
    return administrators.openSession(administrator);
  }

  async #device(): Promise<string> {
    const { licenceKey } = await this.#organisation();
    const body = { DeviceTypeID: 'LINUX', Name: 'a', Identifier: 'b', Version: '1.0.0' };
    const answer = await this.ask('/analysis/organizations/licenses', null, {
      ...body,
      Key: licenceKey,
    });
    this.#made.set('DEVICEID', Promise.resolve(registered.parse(answer).DeviceID));
    return this.#pair('DEVICE', 'DEVICEREFRESH', answer);
  }

  async #measurement(token: Name, study: Name): Promise<string> {
    const body = { StudyID: (await this.get(study)) ?? '', Resolution: 0 };
    const answer = await this.ask('/analysis/measurements', (await this.get(token)) ?? '', body);
    return withId.parse(answer).ID;
  }

  /** The value of one name once another one is there. */
  readonly #behind = (first: Name, name: Name) => async (): Promise<string> => {
    this.#made.delete(name);
    await this.get(first);
    return (await this.#made.get(name)) ?? '';
  };

  readonly #makers: Readonly<Record<Name, () => Promise<string>>> = {
    ORG: async () => (await this.#organisation()).organisationId,
    IDENTIFIER: async () => (await this.#organisation()).identifier,
    STUDY: async () => (await this.#organisation()).studyId,
    CONFIG: async () => (await this.#organisation()).configId,
    LICENCE: async () => (await this.#organisation()).licenceKey,
    LICENCEID: async () => {
      const { id } = await this.#started.app.accounts.directory.createLicence(
        (await this.#organisation()).organisationId,
        'kiosks',
      );
      return id;
    },
    HOUSESTUDY: () => Promise.resolve(this.#started.app.installation.studyId),
    PASSWORD: () => Promise.resolve(PASSWORD),
    ADMINPASSWORD: () => Promise.resolve(ADMIN_PASSWORD),
    PROFILEDATA: () => Promise.resolve(plainProfile(PROFILE)),
    RESULTS: () => {
      const results = JSON.stringify(callbackResults('m-1', {}, 4));
      return Promise.resolve(Buffer.from(results).toString('base64'));
    },
    PAYLOAD: () => Promise.resolve(smallPayloads({ count: 1 })[0] ?? ''),
    PAYLOADA: () => Promise.resolve(three[0] ?? ''),
    PAYLOADB: () => Promise.resolve(three[1] ?? ''),
    PAYLOADC: () => Promise.resolve(three[2] ?? ''),
    GUEST: async () => this.#pair('GUEST', 'GUESTREFRESH', await this.ask('/api/token', null, {})),
    GUESTREFRESH: this.#behind('GUEST', 'GUESTREFRESH'),
    DEVICE: () => this.#device(),
    DEVICEID: this.#behind('DEVICE', 'DEVICEID'),
    PERSON: () => this.#user('USER', this.#started.app.installation.organisationId, 'PERSONID'),
    MEMBER: async () => this.#user('USER', (await this.#organisation()).organisationId, 'USERID'),
    ANALYST: async () =>
      this.#user('DFX_ANALYST', (await this.#organisation()).organisationId, 'ANALYSTID'),
    LEAD: async () => this.#user('DFX_LEAD', (await this.#organisation()).organisationId, 'LEADID'),
    CHIEF: async () =>
      this.#user('DFX_ORG_ADMIN', (await this.#organisation()).organisationId, 'CHIEFID'),
    KEEPER: async () => this.#administrator((await this.#organisation()).organisationId),
    ROOT: () => this.#administrator(null),
    USERID: this.#behind('MEMBER', 'USERID'),
    EMAIL: this.#behind('MEMBER', 'EMAIL'),
    KEEPEREMAIL: this.#behind('KEEPER', 'KEEPEREMAIL'),
    MEASUREMENT: () => this.#measurement('DEVICE', 'STUDY'),
    GUESTMEASUREMENT: () => this.#measurement('GUEST', 'HOUSESTUDY'),
    PROFILE: async () => {
      const body = { Name: 'Somebody', Email: email() };
      const token = (await this.get('MEMBER')) ?? '';
      return withId.parse(await this.ask('/analysis/users/profiles', token, body)).ID;
    },
  };

  /** A launch token, which is used once. */
  sign = async (): Promise<string> => (await this.#organisation()).sign();
}
