// SPDX-License-Identifier: Apache-2.0
/** Studies, as the staff of an organisation manages them. */
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import type { Directory, StudyRepository } from '../../organisations/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { taken } from '../../../platform/errors/validation.ts';
import { namedFields, type Staff } from '../../accounts/index.ts';
import { STUDY_TEMPLATE } from '../../analysis/index.ts';

export interface StudyManagementDeps {
  readonly directory: Directory;
  readonly studies: StudyRepository;
  readonly staff: Staff;
}

export function studyManagementEndpoints({
  directory,
  studies,
  staff,
}: StudyManagementDeps): readonly Endpoint[] {
  return [
    endpoint(ROWS.createStudy, async ({ principal, body }) => {
      const audited = { action: 'study.create' as const, target: '' };
      await staff.requireRole(principal, 'DFX_LEAD', audited);
      if ((body.StudyTemplateID ?? STUDY_TEMPLATE.id) !== STUDY_TEMPLATE.id) {
        throw new ServiceError('NOT_FOUND', 'There is no such template.');
      }
      const { organisationId } = principal;
      const ID = await staff.record(
        principal,
        audited,
        async () => {
          const { Name, Description } = body;
          const id = await directory.createStudy(organisationId, Name, Description, 'Name');
          if (body.Config !== undefined) {
            await studies.update(organisationId, id, { config: body.Config });
          }
          return id;
        },
        (id) => id,
      );
      return { ID };
    }),
    endpoint(ROWS.updateStudy, async ({ principal, params, body }) => {
      const change = {
        name: body.Name,
        description: body.Description,
        status: body.StatusID,
        config: body.Config,
      };
      const audited = {
        action: 'study.update' as const,
        target: params.id,
        details: namedFields(change),
      };
      await staff.requireRole(principal, 'DFX_LEAD', audited);
      await staff.record(principal, audited, async () => {
        const outcome = await studies.update(principal.organisationId, params.id, change);
        if (outcome === 'unknown') throw new ServiceError('NOT_FOUND');
        if (outcome === 'taken') throw taken('Name');
      });
      return { success: true };
    }),
    endpoint(ROWS.removeStudy, async ({ principal, params }) => {
      const audited = { action: 'study.remove' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_ORG_ADMIN', audited);
      await staff.record(principal, audited, async () => {
        const outcome = await studies.remove(principal.organisationId, params.id);
        if (outcome === 'unknown') throw new ServiceError('NOT_FOUND');
        if (outcome === 'in-use') {
          throw new ServiceError('RESTRICTED', 'The study is in use; set it INACTIVE instead.');
        }
      });
      return { success: true };
    }),
  ];
}
