// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import type { RouteBody, RouteQuery } from '@perfuse/contract/route';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Owner, Principal, TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import {
  type MeasurementFilter,
  type MeasurementRepository,
  type MeasurementRow,
  type Opening,
  type ProfileRepository,
  type ResultRepository,
  type ResultRow,
  type Scope,
  SORTABLE,
} from '../../measurements/index.ts';
import { isAnonymous, type OrganisationRepository } from '../../organisations/index.ts';
import type { ConsentService, DeviceRepository, Staff } from '../../accounts/index.ts';
import type { Admission } from '../admission/admission.ts';
import type { PriorityGate } from '../admission/priority-gate.ts';
import type { ChunkService } from '../chunks/chunk-service.ts';
import { toResultMessage } from '../delivery/result-message.ts';
import { seriesOf } from '../delivery/series.ts';
import { isHere } from '../../../platform/config/about.ts';
import { toListed, toMeasurement } from './measurement-view.ts';
import { sortOf } from './sorting.ts';
import { requireActiveStudy } from './studies.ts';

export interface MeasurementDeps {
  readonly organisations: OrganisationRepository;
  readonly profiles: ProfileRepository;
  readonly measurements: MeasurementRepository;
  readonly results: ResultRepository;
  readonly consents: ConsentService;
  readonly devices: Pick<DeviceRepository, 'licence'>;
  /** Whether people must sign in before they measure. */
  readonly requiresSignIn: boolean;
  readonly chunkService: ChunkService;
  readonly staff: Staff;
  readonly admission: Admission;
  readonly gate: PriorityGate;
}

type CreateBody = RouteBody<typeof ANALYSIS_ROUTES.createMeasurement>;
type ListQuery = RouteQuery<typeof ANALYSIS_ROUTES.listMeasurements>;

/** Most attempts to begin a measurement whose consent, study or profile changes each time before it begins. */
const MAX_ATTEMPTS = 8;

/** Takes the place first, so that concurrent requests cannot exceed the limit. */
async function create(
  deps: MeasurementDeps,
  principal: Principal,
  body: CreateBody,
): Promise<string> {
  const { devices, requiresSignIn } = deps;
  // Devices under a licence key belong to an organisation, which controls access to them itself.
  if (requiresSignIn && principal.kind === 'device') {
    const licence = await devices.licence(principal.deviceId);
    if (licence !== null && isAnonymous(licence))
      throw new ServiceError('RESTRICTED', 'Sign in before measuring.');
  }
  const id = randomUUID();
  await deps.admission.open(id);
  try {
    await deps.gate.newcomer(() => store(deps, id, principal, body));
    return id;
  } catch (error) {
    deps.admission.ended(id);
    throw error;
  }
}

/** Checks whether a measurement may begin, and begins it if nothing has changed since the check. */
async function tryToStore(
  { organisations, profiles, measurements, consents }: MeasurementDeps,
  id: string,
  principal: Principal,
  body: CreateBody,
): Promise<Opening> {
  const { deviceId, organisationId, userId } = principal;
  const permission = await consents.permission(principal);
  if (!permission.mayProcess) {
    throw new ServiceError('RESTRICTED', 'The consent to process health data was withdrawn.');
  }
  await requireActiveStudy(organisations, organisationId, body.StudyID);
  const profileId = body.UserProfileID ?? null;
  if (profileId !== null && (await profiles.find(principal, profileId)) === null) {
    throw new ServiceError('NOT_FOUND', 'There is no such profile.');
  }
  return measurements.open(
    {
      id,
      organisationId,
      deviceId,
      consent: {
        userId,
        receiptId: permission.receiptId,
        isStored: permission.storesFor !== null,
      },
      studyId: body.StudyID,
      profileId,
      partnerId: body.PartnerID ?? '',
      mode: body.Mode ?? '',
      resolution: body.Resolution ?? 100,
    },
    ANALYSIS_LIMITS.maxOpenMeasurementsPerToken,
  );
}

async function store(
  deps: MeasurementDeps,
  id: string,
  principal: Principal,
  body: CreateBody,
): Promise<void> {
  let outcome = await tryToStore(deps, id, principal, body);
  for (let looks = 1; outcome === 'changed' && looks < MAX_ATTEMPTS; looks += 1) {
    outcome = await tryToStore(deps, id, principal, body);
  }
  if (outcome === 'changed') throw new ServiceError('SERVICE_UNAVAILABLE');
  if (outcome === 'gone') throw ServiceError.ended(principal);
  if (outcome === 'too many') {
    throw new ServiceError(
      'RATE_LIMIT',
      `At most ${String(ANALYSIS_LIMITS.maxOpenMeasurementsPerToken)} measurements may be open.`,
    );
  }
}

export function toFilter(query: ListQuery, owner: Scope): MeasurementFilter {
  return {
    owner,
    deviceId: query.DeviceID,
    from: query.Date,
    until: query.EndDate,
    profileId: query.UserProfileID,
    profileName: query.UserProfileName,
    studyId: query.StudyID,
    status: query.StatusID,
    partnerId: query.PartnerID,
    mode: query.Mode,
    email: query.UserName ?? query.Username,
    sort: sortOf(query, SORTABLE, 'DESC'),
    limit: query.Limit,
    offset: query.Offset,
  };
}

/**
 * Channels of a finished measurement: of its last result at resolution 0, else of all its results; empty for another.
 */
export async function foundOf(
  results: ResultRepository,
  { id, resolution }: MeasurementRow,
): Promise<ResultRow['channels']> {
  if (resolution === 0) return (await results.final(id))?.channels ?? {};
  const rows = await results.list(id);
  return rows.at(-1)?.is_final === true ? seriesOf(rows) : {};
}

/** @throws ServiceError NOT_FOUND, also for those who may not know whether it exists. */
async function removeAsStaff(
  { measurements, staff }: MeasurementDeps,
  principal: TokenPrincipal,
  id: string,
): Promise<void> {
  if (principal.kind === 'device' || !(await staff.hasRole(principal, 'DFX_ORG_ADMIN'))) {
    throw new ServiceError('NOT_FOUND');
  }
  await staff.record(principal, { action: 'measurement.remove', target: id }, async () => {
    const scope = { wholeOrganisation: principal.organisationId };
    if (!(await measurements.remove(scope, id))) throw new ServiceError('NOT_FOUND');
  });
}

const toMessage = (row: ResultRow) =>
  toResultMessage({ ...row, measurementId: row.measurement_id });

export function measurementEndpoints(deps: MeasurementDeps): readonly Endpoint[] {
  const { measurements, results, chunkService } = deps;
  const owned = async (owner: Owner, id: string): Promise<MeasurementRow> => {
    const row = await measurements.find(owner, id);
    if (row === null) throw new ServiceError('NOT_FOUND');
    return row;
  };
  return [
    endpoint(ANALYSIS_ROUTES.createMeasurement, async ({ principal, body }) => ({
      ID: await create(deps, principal, body),
    })),
    endpoint(ANALYSIS_ROUTES.addData, ({ principal, params, body }) =>
      chunkService.add(principal, params.id, body),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveMeasurement, async ({ principal, params }) => {
      const row = await owned(principal, params.id);
      return toMeasurement(row, await foundOf(results, row));
    }),
    endpoint(ANALYSIS_ROUTES.retrieveIntermediate, async ({ principal, params }) => {
      const { id } = await owned(principal, params.id);
      const row = await results.find(id, Number(params.chunk));
      return row === null ? {} : toMessage(row);
    }),
    endpoint(ANALYSIS_ROUTES.listMeasurements, async ({ principal, query }) => {
      // Everybody sees only their own measurements; for another device the list is empty, not a hint.
      if (!isHere(query.Region)) return [];
      const { rows, total } = await measurements.list(toFilter(query, principal));
      return rows.map((row) => toListed(row, total));
    }),
    endpoint(ANALYSIS_ROUTES.deleteMeasurement, async ({ principal, params }) => {
      if (principal.kind !== 'organisation' && (await measurements.remove(principal, params.id))) {
        return { success: true };
      }
      await removeAsStaff(deps, principal, params.id);
      return { success: true };
    }),
  ];
}
