// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import { addressTest, hostTest } from './config/addresses.ts';
import type { Configuration } from './config/configuration.ts';
import { Encryption } from './crypto/encryption.ts';
import { fixedKeys, rereadKeys, type KeyRing } from './crypto/key-ring.ts';
import { loadSecrets, readSecrets, secretsFile, type Secrets } from './crypto/secrets.ts';
import { Housekeeping } from './jobs/housekeeping.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { JobRepository } from './jobs/job-repository.ts';
import {
  createGuardedPost,
  createTargetCheck,
  type CheckTarget,
  type GuardedPost,
} from './outbound/guarded-post.ts';
import { tracedPost } from './outbound/traced-post.ts';
import { openOffline } from './storage/offline.ts';
import { isOpenToOthers } from './storage/owner-only.ts';
import { openConfiguredStorage } from './storage/open.ts';
import { alwaysAcquire } from './storage/leader-lease.ts';
import type { Storage } from './storage/storage.ts';
import { codeOf } from './telemetry/error-code.ts';
import { createLogger } from './telemetry/logging.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { openTracing } from './telemetry/open-tracing.ts';
import { NO_TRACING, type Tracing } from './telemetry/span.ts';

export type Erased = () => Promise<void>;

/** Services that every module receives. */
export interface Platform extends Omit<Storage, 'close' | 'overwriteDeleted'> {
  /**
   * To be called after a person's data was deleted, before the answer is sent: removes it from the files too. If that
   * fails, the housekeeping tries again and reports it.
   */
  readonly erased: Erased;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly secrets: Secrets;
  readonly keys: KeyRing;
  readonly encryption: Encryption;
  readonly housekeeping: Housekeeping;
  readonly jobs: JobQueue;
  /** Posts to addresses that organisations chose. */
  readonly post: GuardedPost;
  /** Whether an address could be posted to. */
  readonly checkTarget: CheckTarget;
  /** Reads the file of secrets again. */
  readonly rereadKeys: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface PlatformOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Clock of this machine, for tests that set it. */
  readonly now?: (() => number) | undefined;
  /** Interval of the housekeeping, ms. */
  readonly housekeepingMs?: number;
  /** Time limit of a request to an organisation's address, ms. */
  readonly postTimeoutMs?: number;
}

interface Opened {
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly secrets: Secrets;
  readonly keys: KeyRing;
  readonly rereadKeys: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function assemble(options: PlatformOptions, opened: Opened): Platform {
  const { configuration, log } = options;
  const { storage, metrics, tracing, secrets, keys } = opened;
  const { now, acquireLease, overwriteDeleted } = storage;
  const guard = {
    allows: addressTest(configuration.PERFUSE_PRIVATE_TARGETS),
    allowsHost: hostTest(configuration.PERFUSE_OUTBOUND_HOSTS),
    requiresTls: configuration.PERFUSE_TLS_OUTBOUND,
    timeoutMs: options.postTimeoutMs,
  };
  const post = createGuardedPost(guard);
  const housekeeping = new Housekeeping({
    acquireLease,
    overwriteDeleted,
    now,
    log,
    metrics,
    everyMs: options.housekeepingMs,
  });
  const store = new JobRepository(storage.database, now);
  housekeeping.add('jobs', () => store.purge(configuration.PERFUSE_RETENTION_HOURS * 3_600_000));
  return {
    ...storage,
    erased: () =>
      overwriteDeleted().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'deleted rows are still in the write-ahead log');
      }),
    configuration,
    log,
    metrics,
    tracing,
    secrets,
    keys,
    encryption: new Encryption(keys, now),
    housekeeping,
    jobs: new JobQueue({ store, metrics, log, now }),
    post: tracedPost(tracing, post),
    checkTarget: createTargetCheck(guard),
    rereadKeys: opened.rereadKeys,
    close: opened.close,
  };
}

/**
 * Opens the platform of a running server: with an exclusive or shared store, and keys that are read again while it
 * runs.
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { configuration, log } = options;
  const { PERFUSE_DATA_DIR: directory, PERFUSE_SECRETS_FILE: given } = configuration;
  const tracing = await openTracing(configuration, log);
  const storage = await openConfiguredStorage(configuration, log, options.now).catch(
    async (error: unknown) => {
      await tracing.close();
      throw error;
    },
  );
  const close = async (): Promise<void> => {
    await storage.close();
    await tracing.close();
  };
  const keepsThere = configuration.DATABASE_URL === undefined || given === undefined;
  if (keepsThere && isOpenToOthers(directory)) {
    log.warn({ folder: directory }, 'other accounts can open the data folder: chmod 0700');
  }
  try {
    const secrets = await loadSecrets(directory, given);
    const metrics = createMetrics(configuration.PERFUSE_METRICS_PORT !== undefined);
    const keys = rereadKeys(secretsFile(directory, given), secrets, log, metrics);
    return assemble(options, {
      storage,
      metrics,
      tracing,
      secrets,
      keys,
      rereadKeys: keys.reread,
      close: async () => {
        await keys.stop();
        await close();
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the platform of a command, which may run beside a server: nothing runs in the background, nothing is logged.
 */
export async function openCommandPlatform(configuration: Configuration): Promise<Platform> {
  const log = createLogger('silent');
  const storage: Storage =
    configuration.DATABASE_URL === undefined
      ? {
          ...(await openOffline(configuration.PERFUSE_DATA_DIR)),
          now: Date.now,
          check: () => Promise.resolve(),
          exclusively: (work) => work(),
          acquireLease: alwaysAcquire,
          replica: null,
        }
      : await openConfiguredStorage(configuration, log);
  try {
    const { PERFUSE_DATA_DIR: directory, PERFUSE_SECRETS_FILE: given } = configuration;
    // No server could read what a command encrypted with new keys, so it creates none.
    const secrets = await readSecrets(secretsFile(directory, given));
    return assemble(
      { configuration, log },
      {
        storage,
        metrics: createMetrics(),
        tracing: NO_TRACING,
        secrets,
        keys: fixedKeys(secrets),
        rereadKeys: () => Promise.resolve(),
        close: storage.close,
      },
    );
  } catch (error) {
    await storage.close();
    throw error;
  }
}
