// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { REPORT_PAGE, type ReportBody } from '@perfuse/contract/analysis/organisation-schemas';
import type { Member } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { MeasurementRepository, ResultRepository } from '../../measurements/index.ts';
import type { ReportRepository } from './report-repository.ts';
import { csvFile, reportRow } from './csv.ts';
import type { ReportSelection } from '../tables.ts';

/** How long a report can be fetched. */
const LIFETIME_MS = 3_600_000;

/** @throws ServiceError NOT_FOUND for another organisation. */
function selectionOf(member: Member, body: ReportBody): ReportSelection {
  if ((body.OrganizationID ?? member.organisationId) !== member.organisationId) {
    throw new ServiceError('NOT_FOUND', 'There is no such organisation.');
  }
  return {
    page: body.Page ?? 1,
    fileName: body.FileName ?? '',
    id: body.MeasurementID,
    studyId: body.StudyID,
    userId: body.UserID,
    email: body.Email,
    from: body.StartDate,
    until: body.EndDate,
  };
}

/** Reports on the measurements of an organisation. */
export class Reports {
  readonly #measurements: MeasurementRepository;
  readonly #results: ResultRepository;
  readonly #reports: ReportRepository;

  constructor(
    measurements: MeasurementRepository,
    results: ResultRepository,
    reports: ReportRepository,
  ) {
    this.#measurements = measurements;
    this.#results = results;
    this.#reports = reports;
  }

  /** How many measurements match, on all pages together. @throws ServiceError NOT_FOUND. */
  count(member: Member, body: ReportBody): Promise<number> {
    const owner = { wholeOrganisation: member.organisationId };
    return this.#measurements.count({ ...selectionOf(member, body), owner });
  }

  /**
   * @returns its id, or null when its page would be empty.
   * @throws ServiceError NOT_FOUND, or ERR_SESSION_EXPIRED when the account was just deleted.
   */
  async make(member: Member, body: ReportBody): Promise<string | null> {
    const total = await this.count(member, body);
    if (total <= ((body.Page ?? 1) - 1) * REPORT_PAGE) return null;
    const id = randomUUID();
    const { organisationId, userId } = member;
    const selection = selectionOf(member, body);
    const report = { id, organisationId, userId, selection, lifetimeMs: LIFETIME_MS };
    if (!(await this.#reports.add(report))) throw ServiceError.ended(member);
    return id;
  }

  /** Generates the file from what is stored now, without deleted rows. @throws ServiceError NOT_FOUND. */
  async file(member: Member, id: string): Promise<string> {
    const report = await this.#reports.find(member.organisationId, member.userId, id);
    if (report === null) throw new ServiceError('NOT_FOUND');
    const { page, ...selection } = report.selection;
    const rows = await this.#measurements.rows({
      ...selection,
      owner: { wholeOrganisation: member.organisationId },
      limit: REPORT_PAGE,
      offset: (page - 1) * REPORT_PAGE,
    });
    const finals = await this.#results.finals(rows.map((row) => row.id));
    return csvFile(rows.map((row) => reportRow(row, finals.get(row.id))));
  }
}
