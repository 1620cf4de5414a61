// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Database } from '../../../platform/storage/database.ts';
import { firstRow } from '../../../platform/storage/rows.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import { refreshTokenRow, tokenFamilyRow, type TokenFamily } from '../tables.ts';
import { endFamilies, type SessionClient } from './session-rows.ts';

/**
 * How long the same device is answered again, ms: an answer can be lost, and two tabs that start together present the
 * same cookie. Clients time out after 15 s.
 */
const LEEWAY_MS = 30_000;

/** The result of presenting a refresh token. */
export type Rotation =
  | {
      readonly outcome: 'rotated';
      readonly family: TokenFamily;
      /** When the token was first used, ms. */
      readonly at: number;
      /** The answer to its first use, encrypted for it; null: the next token of the request is the answer. */
      readonly answer: string | null;
    }
  | { readonly outcome: 'unknown' | 'expired' | 'revoked' | 'reused' };

export interface NextRefreshToken {
  readonly hash: string;
  readonly expiresAt: number;
  /** Encrypted for the presented one, to repeat the same answer. */
  readonly encrypted: string;
}

export interface RotationRequest {
  readonly familyId: string;
  readonly presentedHash: string;
  readonly next: NextRefreshToken;
  /** What the same device gets when it presents it again: the possibly lost answer, or a token for another tab. */
  readonly again: 'same' | 'another';
  /** Keyed hash of the sender's address and user agent. */
  readonly usedBy: string;
  /** Of the person's browser; null keeps the stored one. */
  readonly client: SessionClient | null;
}

/** The refresh token of a hash, if it belongs to the family. */
export async function presentedToken(db: Database, familyId: string, hash: string) {
  return db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('family_id', '=', familyId)
    .$call(firstRow(refreshTokenRow));
}

/** Whether the session that this one was handed over from is open; true where there is none. */
export async function hasOpenParent(
  db: Database,
  { parent_id }: Pick<TokenFamily, 'parent_id'>,
  now: number,
): Promise<boolean> {
  if (parent_id === null) return true;
  const parent = await db
    .selectFrom('token_families')
    .select('id')
    .where('id', '=', parent_id)
    .where('revoked', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return parent !== undefined;
}

/**
 * Exchanges a refresh token for the next one of its family. A token that was used before counts as stolen: the whole
 * family is revoked. From the same device and soon after its use, it counts as a lost answer or another tab instead,
 * and gets a pair of the generation that its first use began: the same pair, unless that was used itself.
 */
export function rotateRefreshToken(
  database: Database,
  clock: () => number,
  { familyId, presentedHash, next, again, usedBy, client }: RotationRequest,
): Promise<Rotation> {
  return rowLocked(database).execute(async (db): Promise<Rotation> => {
    const now = clock();
    const family = await db
      .selectFrom('token_families')
      .selectAll()
      .where('id', '=', familyId)
      .forNoKeyUpdate()
      .$call(firstRow(tokenFamilyRow));
    const token = family === null ? null : await presentedToken(db, familyId, presentedHash);
    if (family === null || token === null) return { outcome: 'unknown' };
    if (family.revoked) return { outcome: 'revoked' };
    const isSoon = token.used_at !== null && token.used_at > now - LEEWAY_MS;
    const isRace = token.used && isSoon && token.used_by === usedBy;
    const isRepeated = isRace && again === 'same';
    const following = isRepeated ? await presentedToken(db, familyId, token.next_hash) : null;
    if (token.used && (!isRace || (isRepeated && following?.used !== false))) {
      // Includes those that were handed over from it.
      await endFamilies(db, [family.id]);
      return { outcome: 'reused' };
    }
    // No refresh token outlives its session.
    const isOpen = token.expires_at > now && (await hasOpenParent(db, family, now));
    if (!isOpen) return { outcome: 'expired' };
    const at = token.used_at ?? now;
    if (isRepeated) return { outcome: 'rotated', family, at, answer: token.answer };
    const generation = isRace ? family.generation : family.generation + 1;
    const expires_at =
      family.ends_at > 0 ? Math.min(next.expiresAt, family.ends_at) : next.expiresAt;
    if (!isRace) {
      await db
        .updateTable('refresh_tokens')
        .set({
          used: 1,
          used_at: now,
          used_by: usedBy,
          next_hash: next.hash,
          answer: next.encrypted,
        })
        .where('hash', '=', presentedHash)
        .execute();
    }
    await db
      .insertInto('refresh_tokens')
      .values({ hash: next.hash, family_id: family.id, used: 0, used_at: null, expires_at })
      .execute();
    await db
      .updateTable('token_families')
      .set({ generation, expires_at, seen_at: now, ...client })
      .where('id', '=', family.id)
      .execute();
    return {
      outcome: 'rotated',
      family: { ...family, generation, expires_at },
      at: now,
      answer: null,
    };
  });
}

/** Clears the answers that are no longer repeated, and the clients that got them. */
export async function purgeRotationAnswers(db: Database, now: number): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ used_by: '', next_hash: '', answer: '' })
    // A literal, to match the partial index: only few have one.
    .where(sql<boolean>`answer <> ''`)
    .where('used_at', '<=', now - LEEWAY_MS)
    .execute();
}
