// SPDX-License-Identifier: Apache-2.0
/** Test helper: people and administrators with an authenticator app. */
import {
  enrolmentSchema,
  recoveryCodesAnswer,
  secondStepSchema,
} from '@perfuse/contract/account/second-factor';
import { codeAt } from '../modules/accounts/second-factor/one-time-codes.ts';
import { call, type Answer } from '@perfuse/testing/client';
import { PASSWORD, person, type Pair } from './people.ts';
import type { TestServer } from './server.ts';

/** An authenticator app that has scanned a secret. */
export class Authenticator {
  readonly secret: string;
  #last = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** The code at a time, ms since 1970. */
  codeAt = (now: number): string => codeAt(this.secret, now);

  /** An unused code that is valid now: of the previous step, of this one, then of the next. */
  fresh(now: number): string {
    const step = Math.max(Math.floor(now / 30_000) - 1, this.#last + 1);
    this.#last = step;
    return this.codeAt(step * 30_000);
  }
}

export interface TwoStepPerson extends Pair {
  readonly email: string;
  readonly app: Authenticator;
  readonly recoveryCodes: readonly string[];
}

/** Creates a person with a second factor; the app has used one code. */
export async function twoStepPerson(
  server: Pick<TestServer, 'origin'>,
  now: () => number = Date.now,
): Promise<TwoStepPerson> {
  const { email, Token, RefreshToken } = await person(server);
  const post = (path: string, body: unknown) =>
    call(server, 'POST', `/api/account/second-factor${path}`, { token: Token, body });
  const begun = await post('', { password: PASSWORD });
  const app = new Authenticator(enrolmentSchema.parse(begun.body).secret);
  const confirmed = await post('/confirm', { code: app.fresh(now()) });
  const { recoveryCodes } = recoveryCodesAnswer.parse(confirmed.body);
  return { email, Token, RefreshToken, app, recoveryCodes };
}

export const stepOf = (answer: Answer): string =>
  secondStepSchema.parse(answer.body).SecondStep.Token;

export const secondStep = (
  server: Pick<TestServer, 'origin'>,
  Token: string,
  Code: string,
): Promise<Answer> => call(server, 'POST', '/api/signin/second-step', { body: { Token, Code } });
