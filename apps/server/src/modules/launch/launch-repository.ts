// SPDX-License-Identifier: Apache-2.0
import type { VerifiedResults } from '@perfuse/contract/launch/results';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { countMatching } from '../../platform/storage/list-query.ts';
import { firstRow, hasWritten, toFlag } from '../../platform/storage/rows.ts';
import { licenceRow, lockOrganisation } from '../organisations/index.ts';
import { launchRow, type LaunchRow } from './tables.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';

const visitorLicenceRow = z.pick(licenceRow, { id: true, active: true });
type VisitorLicence = z.output<typeof visitorLicenceRow>;

async function visitorLicence(
  db: Database,
  organisationId: string,
): Promise<VisitorLicence | null> {
  return db
    .selectFrom('licences')
    .select(['id', 'active'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'visitor')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .$call(firstRow(visitorLicenceRow));
}

/** Locks the visit until the transaction ends. @returns false when it does not exist. */
async function lockLaunch(db: Database, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('launches')
    .select('hash')
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Visits by enterprise links, and the launch tokens that were used. */
export class LaunchRepository extends Repository {
  /** @returns false when the configuration no longer exists. */
  async add({ is_elsewhere, ...launch }: Omit<LaunchRow, 'created_at'>): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockParent(db, 'configurations', launch.configuration_id))) return false;
      const isThere =
        launch.device_id !== null && (await lockParent(db, 'devices', launch.device_id));
      const device_id = isThere ? launch.device_id : null;
      await db
        .insertInto('launches')
        .values({
          ...launch,
          device_id,
          is_elsewhere: toFlag(is_elsewhere),
          created_at: this.now(),
        })
        .execute();
      return true;
    });
  }

  /**
   * The visit of a secret; null once it has ended. Each use extends it: a page may stay open for longer than a visit.
   */
  async use(hash: string, lastsMs: number): Promise<LaunchRow | null> {
    const launch = await this.find(hash);
    if (launch === null) return null;
    const expires_at = this.now() + lastsMs;
    if (launch.expires_at < expires_at - lastsMs / 2) {
      await this.db.updateTable('launches').set({ expires_at }).where('hash', '=', hash).execute();
    }
    return launch;
  }

  /** What was verified of results that the server encrypted for a visit; null for others. */
  async encrypted(hash: string, digest: string): Promise<VerifiedResults['measurement'] | null> {
    const row = await this.db
      .selectFrom('encrypted_results')
      .select('measurement')
      .where('launch_hash', '=', hash)
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row?.measurement ?? null;
  }

  /** Stores the digest of encrypted results; the newest `most` of a visit are retained. */
  async keepEncrypted(
    hash: string,
    digest: string,
    measurement: VerifiedResults['measurement'],
    most: number,
  ): Promise<void> {
    await rowLocked(this.db).execute(async (db) => {
      if (!(await lockLaunch(db, hash))) return;
      await db
        .insertInto('encrypted_results')
        .values({ launch_hash: hash, digest, measurement, created_at: this.now() })
        .onConflict((conflict) => conflict.columns(['launch_hash', 'digest']).doNothing())
        .execute();
      await db
        .deleteFrom('encrypted_results')
        .where('launch_hash', '=', hash)
        .where('digest', 'not in', (build) =>
          build
            .selectFrom('encrypted_results')
            .select('digest')
            .where('launch_hash', '=', hash)
            .orderBy('created_at', 'desc')
            .limit(most),
        )
        .execute();
    });
  }

  /** The visit; null once it has ended. */
  async find(hash: string): Promise<LaunchRow | null> {
    return this.db
      .selectFrom('launches')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(firstRow(launchRow));
  }

  /** The address that a visit requests for its events; null: that of the configuration, or the visit is over. */
  async eventsAddress(hash: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('launches')
      .select('events_url')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.events_url ?? null;
  }

  /** Marks a launch token as used. @returns false when it already was. */
  async useToken(organisationId: string, jti: string, expiresAt: number): Promise<boolean> {
    return this.db
      .insertInto('launch_tokens')
      .values({ organisation_id: organisationId, jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'jti']).doNothing())
      .$call(hasWritten);
  }

  /** The results API's earlier answer to the same results; null for none. */
  async dataId(hash: string, digest: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('result_posts')
      .select('data_id')
      .where('launch_hash', '=', hash)
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row?.data_id ?? null;
  }

  /** Stored for as long as the visit exists. */
  async keepDataId(hash: string, digest: string, dataId: string): Promise<void> {
    await rowLocked(this.db).execute(async (db) => {
      if (!(await lockLaunch(db, hash))) return;
      await db
        .insertInto('result_posts')
        .values({ launch_hash: hash, digest, data_id: dataId, created_at: this.now() })
        .onConflict((conflict) => conflict.columns(['launch_hash', 'digest']).doNothing())
        .execute();
    });
  }

  /** How many results were passed on for a visit. */
  async countPosts(hash: string): Promise<number> {
    return countMatching(this.db.selectFrom('result_posts').where('launch_hash', '=', hash));
  }

  /** The licence of an organisation's visitors, created when there is none yet. */
  async visitorLicence(
    organisationId: string,
    fresh: { readonly id: string; readonly keyHash: string },
  ): Promise<VisitorLicence> {
    const present = await visitorLicence(this.db, organisationId);
    if (present !== null) return present;
    return rowLocked(this.db).execute(async (db) => {
      // Only one of several concurrent first visits creates it: revoking it must stop them all.
      await lockOrganisation(db, organisationId);
      const made = await visitorLicence(db, organisationId);
      if (made !== null) return made;
      await db
        .insertInto('licences')
        .values({
          id: fresh.id,
          organisation_id: organisationId,
          key_hash: fresh.keyHash,
          kind: 'visitor',
          name: 'Visitors by link',
          active: 1,
          created_at: this.now(),
        })
        .execute();
      return { id: fresh.id, active: true };
    });
  }

  /** Deletes visits that ended. */
  async purge(): Promise<void> {
    await this.db.deleteFrom('launches').where('expires_at', '<=', this.now()).execute();
  }

  /** Deletes used tokens that would be refused as expired by now. */
  async purgeTokens(): Promise<void> {
    await this.db.deleteFrom('launch_tokens').where('expires_at', '<=', this.now()).execute();
  }
}
