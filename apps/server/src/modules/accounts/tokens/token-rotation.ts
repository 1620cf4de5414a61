// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../../platform/storage/database.ts';
import { refreshTokenRow, tokenFamilyRow, type TokenFamily } from '../tables.ts';
import { ENDED, type SessionClient } from './session-rows.ts';

/** The result of presenting a refresh token. */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly family: TokenFamily }
  | { readonly outcome: 'unknown' | 'expired' | 'revoked' | 'reused' };

export interface NextRefreshToken {
  readonly hash: string;
  readonly expiresAt: number;
}

export interface RotationRequest {
  readonly familyId: string;
  readonly presentedHash: string;
  readonly next: NextRefreshToken;
  readonly leewayMs: number;
  /** Of the person's browser; null keeps the stored one. */
  readonly client: SessionClient | null;
}

/** The refresh token of a hash, when it is of the family. */
export async function presentedToken(db: Database, familyId: string, hash: string) {
  const row = await db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  return row === undefined ? null : refreshTokenRow.parse(row);
}

/**
 * Exchanges a refresh token for the next one of its family. A token that was used before is taken for stolen: the whole
 * family is revoked. Within `leewayMs` of its use it is a race instead, and gets a pair of the generation that its first
 * use began.
 */
export function rotateRefreshToken(
  database: Database,
  clock: () => number,
  { familyId, presentedHash, next, leewayMs, client }: RotationRequest,
): Promise<Rotation> {
  return database.transaction().execute(async (db): Promise<Rotation> => {
    const now = clock();
    const token = await presentedToken(db, familyId, presentedHash);
    if (token === null) return { outcome: 'unknown' };
    const family = tokenFamilyRow.parse(
      await db
        .selectFrom('token_families')
        .selectAll()
        .where('id', '=', familyId)
        .executeTakeFirstOrThrow(),
    );
    if (family.revoked) return { outcome: 'revoked' };
    const isRace = token.used && token.used_at !== null && token.used_at > now - leewayMs;
    if (token.used && !isRace) {
      await db.updateTable('token_families').set(ENDED).where('id', '=', family.id).execute();
      return { outcome: 'reused' };
    }
    const hasEnded = family.ends_at > 0 && family.ends_at <= now;
    if (token.expires_at <= now || hasEnded) return { outcome: 'expired' };
    const generation = isRace ? family.generation : family.generation + 1;
    const expires_at =
      family.ends_at > 0 ? Math.min(next.expiresAt, family.ends_at) : next.expiresAt;
    if (!isRace) {
      await db
        .updateTable('refresh_tokens')
        .set({ used: 1, used_at: now })
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
    return { outcome: 'rotated', family: { ...family, generation, expires_at } };
  });
}
