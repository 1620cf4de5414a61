// SPDX-License-Identifier: Apache-2.0
/**
 * After a rotation of the encryption key, values under older keys are re-encrypted, so that those keys can be retired.
 */
import type { Logger } from 'pino';
import {
  MissingEncryptionKey,
  ciphertextPrefix,
  encryptionKeyName,
  type EncryptedKind,
  type Encryption,
} from './encryption.ts';
import { PeriodicTask, type RoundCounts } from '../jobs/periodic-task.ts';
import type { AcquireLease } from '../storage/leader-lease.ts';
import type { EncryptedRow, EncryptedRows, EncryptedTable } from './encrypted-rows.ts';

const EVERY_MS = 60_000;
/** Longer than the interval, so that the server that did it last does it again. */
const LEASE_MS = 90_000;
const PAGE = 100;
const KINDS = {
  second_factors: 'second-factor',
  webhook_secrets: 'webhook-secret',
} as const satisfies Record<EncryptedTable, EncryptedKind>;
const TABLES = ['second_factors', 'webhook_secrets'] as const satisfies readonly EncryptedTable[];

/** Counts the stored values that a key encrypts. @param kid '' for the first key. */
export async function countEncryptedWith(rows: EncryptedRows, kid: string): Promise<number> {
  const counts = TABLES.map((table) => rows.count(table, ciphertextPrefix(KINDS[table], kid)));
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

export interface KeyRotationDeps {
  readonly rows: EncryptedRows;
  readonly encryption: Encryption;
  readonly log: Logger;
  readonly metrics: RoundCounts;
  /** Whether this server does the work. */
  readonly acquireLease: AcquireLease;
}

interface Outcome {
  anew: number;
  /** Number of values by missing key. */
  readonly lost: Map<string, number>;
  /** Number of values that no key decrypts. */
  damaged: number;
}

/**
 * Re-encrypts with the key in use what other keys encrypted: at the start, and every minute while there are several
 * keys.
 */
export class KeyRotationJob {
  readonly #deps: KeyRotationDeps;
  readonly #task: PeriodicTask;
  /** The only key, if a round with it left nothing to do: then later rounds are skipped. */
  #settled: string | null = null;
  /** Keys already reported as free to retire: each is reported once. */
  readonly #reported = new Set<string>();

  constructor(deps: KeyRotationDeps) {
    this.#deps = deps;
    this.#task = new PeriodicTask({
      name: 're-encryption',
      metrics: deps.metrics,
      everyMs: EVERY_MS,
      work: () => this.#inTurn(),
      failed: (error) => deps.log.error({ err: error }, 're-encryption failed'),
    });
  }

  readonly start = (): void => this.#task.start();
  /** Queues another round, for keys that may have been added. */
  readonly trigger = (): void => this.#task.trigger();
  readonly stop = (): Promise<void> => this.#task.stop();

  async #inTurn(): Promise<void> {
    const { encryption, acquireLease } = this.#deps;
    const kids = encryption.kids();
    if (kids.length === 1 && kids[0] === this.#settled) return;
    if (!(await acquireLease('encryption', LEASE_MS))) return;
    const outcome: Outcome = { anew: 0, lost: new Map(), damaged: 0 };
    for (const table of TABLES) await this.#reencrypt(table, outcome);
    await this.#report(outcome);
    this.#settled = outcome.lost.size === 0 && kids.length === 1 ? (kids[0] ?? null) : null;
  }

  async #reencrypt(table: EncryptedTable, outcome: Outcome): Promise<void> {
    const { rows, encryption } = this.#deps;
    let after = '';
    for (;;) {
      const head = ciphertextPrefix(KINDS[table], encryption.kidInUse());
      const page = await rows.others(table, head, after, PAGE);
      for (const row of page) await this.#one(table, row, outcome);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  async #one(table: EncryptedTable, row: EncryptedRow, outcome: Outcome): Promise<void> {
    const { rows, encryption } = this.#deps;
    let text: string;
    try {
      text = await encryption.decrypt(KINDS[table], row.encrypted);
    } catch (error) {
      // Left unchanged: a value that cannot be decrypted must not block the others.
      if (error instanceof MissingEncryptionKey) {
        outcome.lost.set(error.kid, (outcome.lost.get(error.kid) ?? 0) + 1);
      } else outcome.damaged += 1;
      return;
    }
    if (await rows.replace(table, row, await encryption.encrypt(KINDS[table], text)))
      outcome.anew += 1;
  }

  async #report({ anew, lost, damaged }: Outcome): Promise<void> {
    const { rows, encryption, log } = this.#deps;
    if (anew > 0) log.info({ count: anew }, 're-encrypted with the newest key');
    if (damaged > 0)
      log.error({ count: damaged }, 'encrypted values are damaged: no key decrypts them');
    for (const [kid, count] of lost) {
      log.error(
        { count, reason: new MissingEncryptionKey(kid).message },
        'an encryption key is missing',
      );
    }
    const used = encryption.kidInUse();
    const older = encryption.kids().slice(0, encryption.kids().indexOf(used));
    for (const kid of older) {
      if (this.#reported.has(kid) || (await countEncryptedWith(rows, kid)) > 0) continue;
      this.#reported.add(kid);
      log.info(
        { reason: encryptionKeyName(kid) },
        'an old encryption key encrypts nothing any more and can be retired a day after it ended',
      );
    }
  }
}
