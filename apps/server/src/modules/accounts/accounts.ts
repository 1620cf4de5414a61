// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { TokenService } from './tokens/token-service.ts';
import type { Installation } from '../organisations/installation.ts';
import { Dispatcher } from '../../platform/mail/dispatcher.ts';
import type { Transports } from '../../platform/mail/transport.ts';
import type { Database } from '../../platform/storage/database.ts';
import {
  AdministratorRepository,
  type AdministratorRow,
} from './administrators/administrator-repository.ts';
import { AttemptRepository } from './attempts/attempt-repository.ts';
import { AuditRepository } from '../audit/audit-repository.ts';
import { ConsentRepository } from './people/consent-repository.ts';
import { DeviceRepository } from './tokens/device-repository.ts';
import { HandOffRepository } from '../handoff/handoff-repository.ts';
import { HistoryRepository } from '../measurements/history-repository.ts';
import { LoginSecretRepository } from './passwords/login-secret-repository.ts';
import { OrganisationDirectory } from '../organisations/directory-repository.ts';
import { OutboxRepository } from '../../platform/mail/outbox.ts';
import { ProfileRepository } from '../measurements/profile-repository.ts';
import { SecondFactorRepository } from './second-factor/second-factor-repository.ts';
import { SignUpRepository } from './sign-up/sign-up-repository.ts';
import { UserRepository, type UserRow } from './people/user-repository.ts';
import { Administrators } from './administrators/administrators.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { AttemptLimits } from './attempts/attempt-limits.ts';
import { Background } from './background.ts';
import { ConsentService } from './people/consents.ts';
import { Directory } from '../organisations/directory.ts';
import { PasswordChange } from './passwords/password-change.ts';
import { PasswordReset } from './passwords/password-reset.ts';
import { Passwords, type PasswordCost } from './passwords/passwords.ts';
import { PasswordVerifier } from './passwords/password-verifier.ts';
import { People } from './people/people.ts';
import { PhoneCodes } from './sign-up/phone-codes.ts';
import { SessionList } from './sign-in/session-list.ts';
import { createSecondFactors } from './second-factor/create-second-factors.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { TwoStepSignIn } from './second-factor/two-step-sign-in.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { SignUp } from './sign-up/sign-up.ts';
import { UserSessions } from './sign-in/user-sessions.ts';

export interface AccountOptions {
  readonly database: Database;
  /** The time that all who share the store agree on, ms. */
  readonly now?: () => number;
  readonly encryption: Encryption;
  readonly tokens: TokenService;
  readonly installation: Installation;
  readonly transports: Transports;
  /** Leaves sending to the server: messages are only stored. */
  readonly isOperator?: boolean;
  /** Where people reach the app, without a slash behind it. */
  readonly publicUrl: string;
  /** Whether an account begins with the link mailed to its address. */
  readonly confirmsEmail?: boolean;
  /** Wrong attempts allowed in a window, at one account and from one address. */
  readonly attempts: { readonly perAccount: number; readonly perAddress: number };
  /** Whether people who sign in with a password must have a second factor. */
  readonly requiresFactor?: boolean;
  /** Whether administrators must have a second factor. */
  readonly requiresAdminFactor?: boolean;
  /** For tests that hash hundreds of passwords. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly region: string;
  readonly log: Logger;
}

/** Everything about people and organisations; none of it needs HTTP. */
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
  readonly sessionList: SessionList;
  readonly passwordChange: PasswordChange;
  readonly signUp: SignUp;
  readonly passwordReset: PasswordReset;
  readonly phoneCodes: PhoneCodes;
  readonly consents: ConsentService;
  readonly history: HistoryRepository;
  readonly outbox: OutboxRepository;
  readonly sessions: UserSessions;
  readonly limits: Pick<AttemptLimits, 'rule'>;
  /** Begins to send messages. */
  readonly start: () => Promise<void>;
  /** Ends when what runs is done. */
  readonly stop: () => Promise<void>;
  /** Deletes what has run out: links, codes, hand-offs, counts of attempts, messages. */
  readonly tidy: () => Promise<void>;
}

export function createAccounts(options: AccountOptions): Accounts {
  const {
    database,
    now = Date.now,
    encryption,
    tokens,
    installation,
    transports,
    publicUrl,
    log,
  } = options;
  const users = new UserRepository(database, now);
  const profiles = new ProfileRepository(database, now);
  const consentRows = new ConsentRepository(database, now);
  const history = new HistoryRepository(database, now);
  const loginSecrets = new LoginSecretRepository(database, now);
  const pendingSignUps = new SignUpRepository(database, now);
  const attempts = new AttemptRepository(database, now);
  const handOffs = new HandOffRepository(database, now);
  const outbox = new OutboxRepository(database, now);
  const digest = encryption.digest('attempts');
  const limits = new AttemptLimits(attempts, { ...options.attempts, digest });
  const directory = new Directory(new OrganisationDirectory(database, now), installation);
  const passwords = new Passwords(options.passwordCost);
  const background = new Background(log);
  const dispatcher = new Dispatcher(outbox, transports, log, now);
  const postbox: Pick<Dispatcher, 'post'> =
    options.isOperator === true ? { post: (message) => dispatcher.store(message) } : dispatcher;
  const userPasswords = new PasswordVerifier({
    store: users,
    passwords,
    limits,
    attempt: 'sign-in',
  });
  const administratorStore = new AdministratorRepository(database, now);
  const administratorPasswords = new PasswordVerifier({
    store: administratorStore,
    passwords,
    limits,
    attempt: 'administrator',
  });
  const factors = createSecondFactors(
    {
      store: new SecondFactorRepository(database, now),
      encryption,
      passwords,
      limits,
      audit: new AuditLog(new AuditRepository(database)),
      dispatcher: postbox,
      now,
      users,
      userPasswords,
      administratorStore,
      administratorPasswords,
      directory,
    },
    {
      users: options.requiresFactor ?? false,
      administrators: options.requiresAdminFactor ?? false,
    },
  );
  const twoStep = factors.userTwoStep;
  const sessions = new UserSessions({ tokens, profiles, installation, twoStep });
  const common = {
    now,
    directory,
    users,
    passwords,
    userPasswords,
    limits,
    tokens,
    sessions,
    dispatcher: postbox,
    background,
  };
  const phoneCodes = new PhoneCodes({
    ...common,
    secrets: loginSecrets,
    encryption,
  });

  const administrators = new Administrators({
    store: administratorStore,
    administratorPasswords,
    now,
    passwords,
    limits,
  });

  const signIn = new SignIn({ ...common, twoStep });
  const sessionList = new SessionList(common);

  return {
    administrators,
    administratorFactor: factors.administratorFactor,
    administratorTwoStep: factors.administratorTwoStep,
    directory,
    people: new People({
      ...common,
      profiles,
      consents: consentRows,
      history,
      devices: new DeviceRepository(database, now),
      region: options.region,
    }),
    signIn,
    userPasswords,
    sessionList,
    signUp: new SignUp({
      ...common,
      phoneCodes,
      pending: pendingSignUps,
      publicUrl,
      confirmsEmail: options.confirmsEmail ?? true,
    }),
    twoStep,
    secondFactor: factors.userFactor,
    passwordChange: new PasswordChange(common),
    passwordReset: new PasswordReset({ ...common, secrets: loginSecrets, publicUrl }),
    phoneCodes,
    consents: new ConsentService(consentRows),
    history,
    outbox,
    sessions,
    limits,
    start: () => dispatcher.start(),
    stop: async () => {
      await background.settled();
      await dispatcher.stop();
    },
    tidy: async () => {
      await administrators.purge();
      await factors.purge();
      await loginSecrets.purge();
      await pendingSignUps.purge();
      await handOffs.purge();
      await attempts.purge();
      await outbox.purge();
    },
  };
}
