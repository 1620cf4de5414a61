// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import type { Usage } from '@perfuse/contract/admin/usage';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { dayOf, type UsageRow } from '../measurements/index.ts';
import { ownOrganisation, type AdminDeps } from './admin-deps.ts';

const DAY_MS = 86_400_000;

const none = () => ({ started: 0, completed: 0, failed: 0, abandoned: 0 });

/** Every day up to today, with zeros where nothing was counted. */
export function usageOf(rows: readonly UsageRow[], days: number, now: number): Usage {
  const total = none();
  const byDay = new Map(
    Array.from({ length: days }, (_, at) => [dayOf(now - (days - 1 - at) * DAY_MS), none()]),
  );
  for (const { day, outcome, count } of rows) {
    const counted = byDay.get(day);
    if (counted === undefined) continue;
    counted[outcome] += count;
    total[outcome] += count;
  }
  return { total, days: [...byDay].map(([day, counted]) => ({ day, ...counted })) };
}

/** Usage and the audit log. */
export function reportEndpoints(deps: AdminDeps): readonly Endpoint[] {
  return [
    endpoint(ADMIN_ROUTES.usage, async ({ params, query, principal }) => {
      const { id } = await ownOrganisation(deps, principal, params.id);
      const now = deps.now();
      const rows = await deps.usage.since(id, dayOf(now - (query.days - 1) * DAY_MS));
      return usageOf(rows, query.days, now);
    }),
    endpoint(ADMIN_ROUTES.audit, async ({ query, principal }) => {
      const { organisation, limit, ...filter } = query;
      const wanted = organisation ?? principal.organisationId ?? undefined;
      if (wanted !== undefined) await ownOrganisation(deps, principal, wanted);
      const rows = await deps.audit.list({ ...filter, organisationId: wanted, limit: limit + 1 });
      const administrators = await deps.accounts.administrators.list();
      const emails = new Map(administrators.map(({ id, email }) => [`administrator:${id}`, email]));
      const entries = rows.slice(0, limit).map((row) => ({
        id: row.id,
        at: row.created_at,
        actor: row.actor,
        actorEmail: emails.get(row.actor) ?? '',
        action: row.action,
        target: row.target,
        organisationId: row.organisation_id,
        details: row.details,
        outcome: row.outcome,
      }));
      return { entries, hasMore: rows.length > limit };
    }),
  ];
}
