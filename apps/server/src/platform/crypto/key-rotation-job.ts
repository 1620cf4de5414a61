// SPDX-License-Identifier: Apache-2.0
/** After the sealing key was rotated: what older keys sealed is sealed anew, so that they can be retired. */
import type { Logger } from 'pino';
import {
  LostSealingKey,
  sealedHead,
  sealingKeyName,
  type Sealed,
  type Sealing,
} from './encryption.ts';
import { Rounds } from '../jobs/periodic-task.ts';
import { alwaysAcquire, type AcquireLease } from '../storage/leader-lease.ts';
import type { SealedRow, SealedRows, SealedTable } from './encrypted-rows.ts';

const EVERY_MS = 60_000;
/** Past the next round, so that the server that did it last does it again. */
const LEASE_MS = 90_000;
const PAGE = 100;
const KINDS = {
  second_factors: 'second-factor',
  webhook_secrets: 'webhook-secret',
} as const satisfies Record<SealedTable, Sealed>;
const TABLES = ['second_factors', 'webhook_secrets'] as const satisfies readonly SealedTable[];

/** How many stored values a key seals. @param kid '' for the first key. */
export async function sealedUnder(rows: SealedRows, kid: string): Promise<number> {
  const counts = TABLES.map((table) => rows.count(table, sealedHead(KINDS[table], kid)));
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

export interface ResealingParts {
  readonly rows: SealedRows;
  readonly sealing: Sealing;
  readonly log: Logger;
  /** Whether it is this server that does it; always, by default. */
  readonly acquireLease?: AcquireLease;
  readonly everyMs?: number;
}

interface Outcome {
  anew: number;
  /** By keys that the ring lacks, with how many each seals. */
  readonly lost: Map<string, number>;
  /** What no key opens: damaged. */
  damaged: number;
}

/** Seals with the key in use what others sealed: at the start, and every minute while there are several keys. */
export class Resealing {
  readonly #parts: ResealingParts;
  readonly #rounds: Rounds;
  /** The only key there was when a round left nothing over: with it there is nothing to do any more. */
  #settled: string | null = null;
  /** Keys that were said to be free, and what else was told: each once. */
  readonly #told = new Set<string>();

  constructor(parts: ResealingParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      everyMs: parts.everyMs ?? EVERY_MS,
      work: () => this.#inTurn(),
      failed: (error) => parts.log.error({ err: error }, 'sealing anew failed'),
    });
  }

  readonly start = (): void => this.#rounds.start();
  /** One round more, for keys that may have come. */
  readonly nudge = (): void => this.#rounds.nudge();
  readonly stop = (): Promise<void> => this.#rounds.stop();

  async #inTurn(): Promise<void> {
    const { sealing, acquireLease = alwaysAcquire } = this.#parts;
    const kids = sealing.kids();
    if (kids.length === 1 && kids[0] === this.#settled) return;
    if (!(await acquireLease('sealing', LEASE_MS))) return;
    const outcome: Outcome = { anew: 0, lost: new Map(), damaged: 0 };
    for (const table of TABLES) await this.#reseal(table, outcome);
    await this.#tell(outcome);
    this.#settled = outcome.lost.size === 0 && kids.length === 1 ? (kids[0] ?? null) : null;
  }

  async #reseal(table: SealedTable, outcome: Outcome): Promise<void> {
    const { rows, sealing } = this.#parts;
    let after = '';
    for (;;) {
      const head = sealedHead(KINDS[table], sealing.kidInUse());
      const page = await rows.others(table, head, after, PAGE);
      for (const row of page) await this.#one(table, row, outcome);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  async #one(table: SealedTable, row: SealedRow, outcome: Outcome): Promise<void> {
    const { rows, sealing } = this.#parts;
    let text: string;
    try {
      text = await sealing.open(KINDS[table], row.sealed);
    } catch (error) {
      // Left as it is: one that cannot be opened must not hold up the others.
      if (error instanceof LostSealingKey) {
        outcome.lost.set(error.kid, (outcome.lost.get(error.kid) ?? 0) + 1);
      } else outcome.damaged += 1;
      return;
    }
    if (await rows.replace(table, row, await sealing.seal(KINDS[table], text))) outcome.anew += 1;
  }

  async #tell({ anew, lost, damaged }: Outcome): Promise<void> {
    const { rows, sealing, log } = this.#parts;
    if (anew > 0) log.info({ count: anew }, 'sealed anew with the newest key');
    if (damaged > 0) log.error({ count: damaged }, 'sealed values are damaged: no key opens them');
    for (const [kid, count] of lost) {
      log.error({ count, reason: new LostSealingKey(kid).message }, 'a sealing key is missing');
    }
    const used = sealing.kidInUse();
    const older = sealing.kids().slice(0, sealing.kids().indexOf(used));
    for (const kid of older) {
      if (this.#told.has(kid) || (await sealedUnder(rows, kid)) > 0) continue;
      this.#told.add(kid);
      log.info(
        { reason: sealingKeyName(kid) },
        'an old sealing key seals nothing any more and can be retired',
      );
    }
  }
}
