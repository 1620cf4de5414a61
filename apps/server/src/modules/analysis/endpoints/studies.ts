// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { ORGANISATION_ROUTES } from '@perfuse/contract/analysis/organisation-routes';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { sdkConfigFileSchema } from '@perfuse/contract/analysis/schemas';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { PAYLOAD_VERSION } from '@perfuse/contract/payload/codec';
import { CHANNEL_CODES } from '@perfuse/contract/results/channels';
import { endpoint, NOT_MODIFIED, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Owner, TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import {
  type OrganisationRepository,
  SORTABLE_STUDIES,
  type CountedStudyRow,
} from '../../organisations/index.ts';
import type { Staff } from '../../accounts/index.ts';
import { STUDY_TEMPLATE } from './catalogue.ts';
import { inSeconds } from './in-seconds.ts';
import { sortOf } from './sorting.ts';

/** @param countsOf whose measurements were counted; everybody's by default. */
const toStudy = (row: CountedStudyRow, countsOf?: Owner) =>
  inSeconds({
    ID: row.id,
    Name: row.name,
    Description: row.description,
    StatusID: row.status,
    StudyTemplateID: STUDY_TEMPLATE.id,
    StudyTemplateName: STUDY_TEMPLATE.name,
    Measurements: row.measurements,
    Participants: countsOf === undefined ? row.participants : Math.min(row.measurements, 1),
    Signals: [...CHANNEL_CODES],
    Config: row.config,
    Created: row.created_at,
    Updated: row.updated_at,
  });

/** Capture settings as clients get them: the same for every study so far. */
function configFile(): { readonly MD5Hash: string; readonly ConfigFile: string } {
  const json = JSON.stringify(
    sdkConfigFileSchema.parse({
      payloadVersion: PAYLOAD_VERSION,
      durationS: MEASUREMENT.durationS,
      chunkS: MEASUREMENT.chunkS,
      chunkCount: MEASUREMENT.chunkCount,
    }),
  );
  return {
    // The protocol's fingerprint of a file, not a security measure.
    MD5Hash: createHash('md5').update(json).digest('hex'),
    ConfigFile: Buffer.from(json).toString('base64'),
  };
}

/**
 * Requires a study that accepts measurements.
 * @throws ServiceError NOT_FOUND, or RESTRICTED for one that accepts no measurements now.
 */
export async function requireActiveStudy(
  organisations: Pick<OrganisationRepository, 'studyStatus'>,
  organisationId: string,
  studyId: string,
): Promise<void> {
  const status = await organisations.studyStatus(organisationId, studyId);
  if (status === null) throw new ServiceError('NOT_FOUND', 'There is no such study.');
  if (status !== 'ACTIVE') {
    throw new ServiceError('RESTRICTED', 'The study is inactive: it accepts no measurements.');
  }
}

export interface StudyDeps {
  readonly organisations: OrganisationRepository;
  readonly staff: Pick<Staff, 'hasRole'>;
}

export function studyEndpoints({ organisations, staff }: StudyDeps): readonly Endpoint[] {
  const file = configFile();
  /** Total counts are for those who may read the measurements; others get counts of their own. */
  const countsFor = async (principal: TokenPrincipal): Promise<Owner | undefined> => {
    if (principal.kind === 'device') return principal;
    return (await staff.hasRole(principal, 'DFX_ANALYST')) ? undefined : principal;
  };
  return [
    endpoint(ANALYSIS_ROUTES.retrieveStudy, async ({ principal, params }) => {
      const countsOf = await countsFor(principal);
      const row = await organisations.study(principal.organisationId, params.id, countsOf);
      if (row === null) throw new ServiceError('NOT_FOUND');
      return toStudy(row, countsOf);
    }),
    endpoint(ANALYSIS_ROUTES.listStudies, async ({ principal, query }) => {
      const countsOf = await countsFor(principal);
      const { rows, total } = await organisations.listStudies({
        countsOf,
        organisationId: principal.organisationId,
        status: query.StatusID ?? query.Status,
        name: query.Name,
        from: query.Date,
        until: query.EndDate,
        sort: sortOf(query, SORTABLE_STUDIES),
        limit: query.Limit,
        offset: query.Offset,
      });
      return rows.map((row) => ({ ...toStudy(row, countsOf), TotalCount: total }));
    }),
    endpoint(ORGANISATION_ROUTES.sdkConfigHash, async ({ principal, body }) => {
      const status = await organisations.studyStatus(principal.organisationId, body.StudyID);
      if (status === null) throw new ServiceError('NOT_FOUND');
      return { MD5Hash: file.MD5Hash };
    }),
    endpoint(ANALYSIS_ROUTES.sdkConfig, async ({ principal, body }) => {
      await requireActiveStudy(organisations, principal.organisationId, body.StudyID);
      return body.MD5Hash?.toLowerCase() === file.MD5Hash ? NOT_MODIFIED : file;
    }),
  ];
}
