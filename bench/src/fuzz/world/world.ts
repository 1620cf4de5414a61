// SPDX-License-Identifier: Apache-2.0
/** A server with what an input may use of it, somebody else, and what was acknowledged. */
import { Authenticator } from '@perfuse/server/testing/second-factor';
import { fresh, Ours } from './ours.ts';
import { Ledger } from './ledger.ts';
import { start, type Started } from './started.ts';
import { openVictim, type Victim } from './victim.ts';

const PLACEHOLDER = /@([A-Z]+)@/g;
/** Of an earlier answer of the same input. */
const REMEMBERED = /@\$(\w+)@/g;
/** A code that an authenticator app shows next, with the secret that an earlier answer told. */
const ONE_TIME_CODE = '@CODE@';
const BASE32 = /^[A-Z2-7]{32}$/;
/** A store that has grown too large makes answers slow that say everything. */
const MOST_OURS = 150;
const MOST_USES = 40;
/** Characters. What is longer is a token, a payload or a profile, and of no use to a log. */
const LONGEST_ID = 40;

/** What one input has: values of its placeholders, and what it was told. */
export interface Visit {
  readonly fill: (text: string) => Promise<string>;
  /** Keeps the texts of an answer by their names. */
  readonly remember: (answer: unknown) => void;
  /** Texts that no log may hold. */
  readonly secrets: ReadonlySet<string>;
}

const textsIn = (value: unknown, found: (name: string, text: string) => void): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string') found(name, one);
    else textsIn(one, found);
  }
};

export class World {
  readonly started: Started;
  readonly victim: Victim;
  readonly ledger: Ledger;
  #ours: Ours;
  #age = 0;
  #uses = 0;

  private constructor(started: Started, victim: Victim) {
    this.started = started;
    this.victim = victim;
    this.ledger = new Ledger(started.database);
    this.#ours = new Ours(started);
  }

  static async open(environment: NodeJS.ProcessEnv = {}): Promise<World> {
    const started = await start(environment);
    return new World(started, await openVictim(started));
  }

  get isOld(): boolean {
    return this.#age > MOST_OURS;
  }

  /** What is ours may be gone: the next input gets its own. */
  renew(): void {
    this.#ours = new Ours(this.started);
    this.#age += 1;
    this.#uses = 0;
    this.ledger.clear();
  }

  /** The next input measures as another guest. */
  renewGuest(): void {
    this.#ours.forget('GUEST', 'GUESTREFRESH', 'GUESTMEASUREMENT', 'DEVICE', 'DEVICEREFRESH');
    this.#ours.forget('DEVICEID', 'MEASUREMENT');
    this.ledger.clear();
  }

  /** Makes what an input names, before any of it runs. */
  async visit(text: string): Promise<Visit> {
    try {
      return await this.#visit(text);
    } catch {
      // What an earlier input spent cannot make more.
      this.renew();
      return this.#visit(text);
    }
  }

  async #visit(text: string): Promise<Visit> {
    this.#uses += 1;
    if (this.#uses > MOST_USES) this.renew();
    const ours = this.#ours;
    const secret = `zqsecret-${fresh()}`;
    const secrets = new Set([secret]);
    const values = new Map<string, string>(Object.entries(this.victim.names));
    values.set('SECRET', secret);
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (values.has(name)) continue;
      const value = await ours.get(name);
      if (value === undefined) continue;
      values.set(name, value);
      if (value.length > LONGEST_ID) secrets.add(value);
    }
    const told = new Map<string, string>();
    const apps = new Map<string, Authenticator>();
    const code = (): string => {
      const key = told.get('secret') ?? '';
      if (!BASE32.test(key)) return ONE_TIME_CODE;
      const app = apps.get(key) ?? new Authenticator(key);
      apps.set(key, app);
      return app.fresh(Date.now());
    };
    return {
      secrets,
      fill: async (part) => {
        const signed = part.includes('@SIGNED@') ? await ours.sign() : '';
        if (signed !== '') secrets.add(signed);
        return part
          .replaceAll('@SIGNED@', signed)
          .replaceAll(ONE_TIME_CODE, code)
          .replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole)
          .replace(REMEMBERED, (whole, name: string) => told.get(name) ?? whole);
      },
      remember: (answer) =>
        textsIn(answer, (name, value) => {
          told.set(name, value);
          if (/token/i.test(name) && value.length > LONGEST_ID) secrets.add(value);
          if (name === 'secret') secrets.add(value);
        }),
    };
  }

  close(): Promise<void> {
    return this.started.close();
  }
}
