// SPDX-License-Identifier: Apache-2.0
import { TokenService } from './tokens/token-service.ts';
import { REGION } from '../../platform/config/about.ts';
import { confirmsEmail, publicUrl } from '../../platform/config/message-settings.ts';
import { createTransports } from '../../platform/mail/create-transports.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HistoryRepository, Measurements } from '../measurements/index.ts';
import type { Directory, Installation, Organisations } from '../organisations/index.ts';
import { Staff } from './staff.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { AdministratorRepository } from './administrators/administrator-repository.ts';
import { AttemptRepository } from './attempts/attempt-repository.ts';
import { ConsentRepository } from './people/consent-repository.ts';
import { DeviceRepository } from './tokens/device-repository.ts';
import { LoginSecretRepository } from './passwords/login-secret-repository.ts';
import { Outbox } from '../../platform/mail/outbox.ts';
import { SecondFactorRepository } from './second-factor/second-factor-repository.ts';
import { SignUpRepository } from './sign-up/sign-up-repository.ts';
import { UserRepository } from './users/user-repository.ts';
import { Administrators } from './administrators/administrators.ts';
import type { AuditLog } from '../audit/index.ts';
import { AttemptLimits } from './attempts/attempt-limits.ts';
import { Background } from './background.ts';
import { ConsentService } from './people/consents.ts';
import { PasswordChange } from './passwords/password-change.ts';
import { PasswordReset } from './passwords/password-reset.ts';
import { Passwords, type PasswordCost } from './passwords/passwords.ts';
import { PasswordVerifier } from './passwords/password-verifier.ts';
import { People } from './people/people.ts';
import { PhoneCodes } from './sign-up/phone-codes.ts';
import { IdentityProof } from './sign-in/identity-proof.ts';
import { SessionList } from './sign-in/session-list.ts';
import { createSecondFactors } from './second-factor/create-second-factors.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { TwoStepSignIn } from './second-factor/two-step-sign-in.ts';
import { inChina } from './sign-in/offered.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { SignUp } from './sign-up/sign-up.ts';
import { UserSessions } from './sign-in/user-sessions.ts';
import type { AdministratorRow, UserRow } from './tables.ts';

export interface AccountsDeps {
  readonly installation: Installation;
  readonly organisations: Pick<Organisations, 'directory' | 'configurationRows'>;
  readonly measurements: Measurements;
  readonly audit: AuditLog;
}

export interface AccountsOptions {
  /** For tests that cannot wait for a session's access token to expire, s. */
  readonly sessionAccessS?: number;
  /** For tests that hash hundreds of passwords. */
  readonly passwordCost?: PasswordCost;
}

/** The services for people and organisations, independent of HTTP. */
export interface Accounts {
  readonly administrators: Administrators;
  readonly administratorFactor: SecondFactor<AdministratorRow>;
  readonly administratorTwoStep: TwoStepSignIn<AdministratorRow>;
  readonly directory: Directory;
  readonly people: People;
  readonly signIn: SignIn;
  readonly userPasswords: PasswordVerifier<UserRow>;
  readonly twoStep: TwoStepSignIn<UserRow>;
  readonly secondFactor: SecondFactor<UserRow>;
  readonly proof: IdentityProof;
  readonly sessionList: SessionList;
  readonly passwordChange: PasswordChange;
  readonly signUp: SignUp;
  readonly passwordReset: PasswordReset;
  readonly phoneCodes: PhoneCodes;
  readonly consents: ConsentService;
  readonly history: HistoryRepository;
  readonly outbox: Outbox;
  readonly sessions: UserSessions;
  readonly tokens: TokenService;
  readonly devices: DeviceRepository;
  /** What staff of an organisation may do. */
  readonly staff: Staff;
  readonly limits: Pick<AttemptLimits, 'rule'>;
  /** Resolves once background work has finished. */
  readonly stop: () => Promise<void>;
}

/** What the store holds of accounts. Deletes what expires. */
function openRows({ database, now, erased, housekeeping }: Platform) {
  const users = new UserRepository(database, now);
  const devices = new DeviceRepository(database, now);
  const secrets = new LoginSecretRepository(database, now);
  const pending = new SignUpRepository(database, now);
  const attempts = new AttemptRepository(database, now);
  housekeeping.add('login secrets', () => secrets.purge());
  housekeeping.add('sign-ups', () => pending.purge());
  housekeeping.add('unproven accounts', () => users.purge());
  housekeeping.add('attempts', () => attempts.purge());
  housekeeping.add('devices', () => devices.purge());
  return {
    users,
    devices,
    secrets,
    pending,
    attempts,
    consents: new ConsentRepository(database, now, erased),
    administratorStore: new AdministratorRepository(database, now),
    factorStore: new SecondFactorRepository(database, now),
  };
}

/** Checks of passwords and of second factors, with lock-out, of people and of administrators. */
function createChecks(
  { configuration, encryption, now, housekeeping }: Platform,
  { users, attempts, administratorStore, factorStore }: ReturnType<typeof openRows>,
  { directory, audit, outbox }: { directory: Directory; audit: AuditLog; outbox: Outbox },
  cost: PasswordCost | undefined,
) {
  const limits = new AttemptLimits(attempts, {
    perAccount: configuration.PERFUSE_ATTEMPTS_ACCOUNT,
    perAddress: configuration.PERFUSE_ATTEMPTS_ADDRESS,
    digest: encryption.digest('attempts'),
  });
  const passwords = new Passwords(cost);
  const userPasswords = new PasswordVerifier({
    store: users,
    passwords,
    limits,
    attempt: 'sign-in',
  });
  const administratorPasswords = new PasswordVerifier({
    store: administratorStore,
    passwords,
    limits,
    attempt: 'administrator',
  });
  const factors = createSecondFactors(
    {
      store: factorStore,
      encryption,
      passwords,
      limits,
      audit,
      outbox,
      now,
      users,
      userPasswords,
      administratorStore,
      administratorPasswords,
      directory,
    },
    {
      users: configuration.PERFUSE_SECOND_FACTOR,
      administrators: configuration.PERFUSE_ADMIN_SECOND_FACTOR,
    },
  );
  housekeeping.add('second factors', () => factors.purge());
  return { limits, passwords, userPasswords, administratorPasswords, factors };
}

export function createAccounts(
  platform: Platform,
  deps: AccountsDeps,
  options: AccountsOptions = {},
): Accounts {
  const { configuration, now, encryption, keys, tracing, housekeeping, jobs, log } = platform;
  const { erased, metrics } = platform;
  const { installation, audit } = deps;
  const { directory, configurationRows } = deps.organisations;
  const { profiles, history } = deps.measurements;
  const outbox = new Outbox(jobs, createTransports(configuration, tracing));
  const rows = openRows(platform);
  const { users, devices, secrets, administratorStore } = rows;
  const { limits, passwords, userPasswords, administratorPasswords, factors } = createChecks(
    platform,
    rows,
    { directory, audit, outbox },
    options.passwordCost,
  );
  const tokens = new TokenService({
    devices,
    tokens: createAccessTokens(keys, now),
    digest: encryption.digest('renewals'),
    now,
    sessionAccessS: options.sessionAccessS,
  });
  const background = new Background(log, metrics);
  const twoStep = factors.userTwoStep;
  const sessions = new UserSessions({ tokens, users, profiles, installation, twoStep });
  const common = {
    now,
    inChina: inChina(configuration),
    directory,
    configurations: configurationRows,
    users,
    passwords,
    userPasswords,
    limits,
    tokens,
    sessions,
    outbox,
    background,
  };
  const phoneCodes = new PhoneCodes({ ...common, secrets, encryption });

  const administrators = new Administrators({
    store: administratorStore,
    administratorPasswords,
    audit,
    background,
    now,
    passwords,
    limits,
  });

  const signIn = new SignIn({ ...common, twoStep });
  const proof = new IdentityProof(common);
  const sessionList = new SessionList({ devices, proof });

  const people = new People({
    ...common,
    profiles,
    consents: rows.consents,
    history,
    devices,
    region: REGION,
    erased,
  });
  housekeeping.add('administrator sessions', () => administrators.purge());

  return {
    administrators,
    administratorFactor: factors.administratorFactor,
    administratorTwoStep: factors.administratorTwoStep,
    directory,
    people,
    signIn,
    userPasswords,
    proof,
    sessionList,
    signUp: new SignUp({
      ...common,
      phoneCodes,
      pending: rows.pending,
      publicUrl: publicUrl(configuration),
      confirmsEmail: confirmsEmail(configuration),
    }),
    twoStep,
    secondFactor: factors.userFactor,
    passwordChange: new PasswordChange(common),
    passwordReset: new PasswordReset({ ...common, secrets, publicUrl: publicUrl(configuration) }),
    phoneCodes,
    consents: new ConsentService(rows.consents),
    history,
    outbox,
    sessions,
    tokens,
    devices,
    staff: new Staff(people, audit, limits),
    limits,
    stop: () => background.settled(),
  };
}
