// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../../platform/storage/repository.ts';
import { firstRow } from '../../../platform/storage/rows.ts';
import { lockParent, rowLocked } from '../../../platform/storage/transactions.ts';
import { reportRow, type ReportRow, type ReportSelection } from '../tables.ts';

/** Requested reports; their files are generated when they are fetched. */
export class ReportRepository extends Repository {
  /** @returns false when its author was deleted. */
  async add(report: {
    readonly id: string;
    readonly organisationId: string;
    readonly userId: string;
    readonly selection: ReportSelection;
    readonly lifetimeMs: number;
  }): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockParent(db, 'users', report.userId))) return false;
      await db
        .insertInto('reports')
        .values({
          id: report.id,
          organisation_id: report.organisationId,
          user_id: report.userId,
          selection: JSON.stringify(report.selection),
          expires_at: this.now() + report.lifetimeMs,
        })
        .execute();
      return true;
    });
  }

  /** An unexpired report that this person requested. */
  async find(organisationId: string, userId: string, id: string): Promise<ReportRow | null> {
    return this.db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('expires_at', '>', this.now())
      .$call(firstRow(reportRow));
  }

  /** Deletes expired reports, whose selection may hold an e-mail address. */
  async purge(): Promise<void> {
    await this.db.deleteFrom('reports').where('expires_at', '<=', this.now()).execute();
  }
}
