// SPDX-License-Identifier: Apache-2.0
import type { Directory } from '../../organisations/index.ts';
import type { AdministratorRepository } from '../administrators/administrator-repository.ts';
import type { PasswordVerifier } from '../passwords/password-verifier.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { FactorHolders } from './factor-holders.ts';
import { PENDING_MS, SecondFactor, type SecondFactorDeps } from './second-factor.ts';
import { TwoStepSignIn } from './two-step-sign-in.ts';
import type { AdministratorRow, UserRow } from '../tables.ts';

const ADMINISTRATION = 'Perfuse administration';

export interface CreateSecondFactorsDeps extends SecondFactorDeps {
  readonly users: UserRepository;
  readonly userPasswords: PasswordVerifier<UserRow>;
  readonly administratorStore: AdministratorRepository;
  readonly administratorPasswords: PasswordVerifier<AdministratorRow>;
  readonly directory: Directory;
}

/** Who must have a second factor. */
export interface RequiredFactors {
  readonly users: boolean;
  readonly administrators: boolean;
}

/** The second factors of users and of administrators, with one implementation. */
export function createSecondFactors(deps: CreateSecondFactorsDeps, required: RequiredFactors) {
  const { store, now, users, userPasswords, administratorStore, administratorPasswords } = deps;
  const userHolders: FactorHolders<UserRow> = {
    kind: 'user',
    isRequired: required.users,
    find: (id) => users.find(id),
    maySignIn: ({ status }) => status === 'ACTIVE',
    issuer: async ({ organisation_id }) => (await deps.directory.find(organisation_id)).name,
    assertPassword: async ({ id, password_hash }, password, address) => {
      if (password_hash !== null) await userPasswords.confirm(id, password ?? '', address);
    },
  };
  const administratorHolders: FactorHolders<AdministratorRow> = {
    kind: 'administrator',
    isRequired: required.administrators,
    find: (id) => administratorStore.find(id),
    maySignIn: () => true,
    issuer: () => Promise.resolve(ADMINISTRATION),
    assertPassword: async ({ id, email }, password, address) => {
      const find = () => administratorStore.find(id);
      await administratorPasswords.verify(email, find, password ?? '', address);
    },
  };
  const userFactor = new SecondFactor(deps, userHolders);
  const administratorFactor = new SecondFactor(deps, administratorHolders);
  return {
    userFactor,
    userTwoStep: new TwoStepSignIn({ store, now, factor: userFactor, holders: userHolders }),
    administratorFactor,
    administratorTwoStep: new TwoStepSignIn({
      store,
      now,
      factor: administratorFactor,
      holders: administratorHolders,
    }),
    purge: () => store.purge(PENDING_MS),
  };
}
