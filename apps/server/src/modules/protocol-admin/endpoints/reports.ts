// SPDX-License-Identifier: Apache-2.0
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Reports } from '../reports/reports.ts';
import { namedFields, type Staff } from '../../accounts/index.ts';

/** Reports as CSV, for the staff of an organisation. */
export function reportEndpoints(reports: Reports, staff: Staff): readonly Endpoint[] {
  return [
    endpoint(ROWS.countReport, async ({ principal, body }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      return { MeasurementCount: await reports.count(principal, body) };
    }),
    endpoint(ROWS.makeReport, async ({ principal, body }) => {
      const { organisationId } = principal;
      const audited = {
        action: 'report.make' as const,
        target: organisationId,
        details: namedFields(body),
      };
      await staff.requireRole(principal, 'DFX_ANALYST', audited);
      const ID = await staff.record(principal, audited, () => reports.make(principal, body));
      return ID === null
        ? { ID: '', url: '', resultsFound: false }
        : { ID, url: `/reports/${ID}`, resultsFound: true };
    }),
    endpoint(ROWS.fetchReport, async ({ principal, params }) => {
      const audited = { action: 'report.fetch' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_ANALYST', audited);
      return staff.record(principal, audited, () => reports.file(principal, params.id));
    }),
  ];
}
