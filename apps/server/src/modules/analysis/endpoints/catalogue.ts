// SPDX-License-Identifier: Apache-2.0
/** Lists that clients offer as choices. */
import { ROLE_TEXTS } from '@perfuse/contract/account/roles';
import { ORGANISATION_ROUTES } from '@perfuse/contract/analysis/organisation-routes';
import { PERSON_ROUTES } from '@perfuse/contract/analysis/person-routes';
import { DEVICE_TYPES, MEASUREMENT_STATUSES } from '@perfuse/contract/analysis/schemas';
import { CHANNEL_CODES } from '@perfuse/contract/results/channels';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { REGION } from '../../../platform/config/about.ts';

export const STUDY_TYPE = 'vitals';
/** The only template: every study measures the same. */
export const STUDY_TEMPLATE = {
  id: 'perfuse-vitals',
  name: 'Vital signs from colour traces',
} as const;

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  CAPTURING: 'The measurement is waiting for data.',
  PROCESSING: 'The measurement has all its data; its result is pending.',
  COMPLETE: 'The measurement has its result.',
  ERROR: 'The measurement failed.',
  INCOMPLETE: 'The measurement was abandoned.',
  ACTIVE: 'In use.',
  INACTIVE: 'Not in use.',
  SUSPENDED: 'The account may not sign in.',
};

const PHONES: ReadonlySet<string> = new Set(['IPHONE', 'ANDROID_PHONE']);
const TABLETS: ReadonlySet<string> = new Set(['IPAD', 'ANDROID_TABLET', 'WINDOWS_TABLET']);

const worded = (id: string): string =>
  id.charAt(0) + id.slice(1).toLowerCase().replaceAll('_', ' ');

export function catalogueEndpoints(): readonly Endpoint[] {
  const statuses = [...MEASUREMENT_STATUSES, 'ACTIVE', 'INACTIVE', 'SUSPENDED'];
  const template = {
    ID: STUDY_TEMPLATE.id,
    StatusID: 'ACTIVE',
    Name: STUDY_TEMPLATE.name,
    Description: 'Pulse, breathing and values derived from them, from a video of the face.',
    StudyTypeID: STUDY_TYPE,
    Signals: [...CHANNEL_CODES],
    Config: {},
    TotalCount: 1,
  };
  return [
    endpoint(PERSON_ROUTES.listMimes, () => [
      { ID: 'TRACES', Name: 'Colour traces', Mime: 'application/octet-stream' },
    ]),
    endpoint(PERSON_ROUTES.listRoles, () =>
      Object.entries(ROLE_TEXTS).map(([ID, { name, description }]) => ({
        ID,
        Name: name,
        Description: description,
      })),
    ),
    endpoint(PERSON_ROUTES.listStatuses, () =>
      statuses.map((ID) => ({ ID, Name: worded(ID), Description: STATUS_TEXTS[ID] ?? '' })),
    ),
    endpoint(PERSON_ROUTES.listRegions, () => ({ [REGION]: REGION })),
    endpoint(ORGANISATION_ROUTES.studyTypes, ({ query }) => {
      const type = {
        ID: STUDY_TYPE,
        StatusID: 'ACTIVE',
        Name: 'Vital signs',
        Description: 'Measures people.',
      };
      return (query.StatusID ?? query.Status ?? type.StatusID) === type.StatusID ? [type] : [];
    }),
    endpoint(ORGANISATION_ROUTES.studyTemplates, ({ query }) => {
      const isWanted =
        (query.Status ?? template.StatusID) === template.StatusID &&
        (query.Type ?? template.StudyTypeID) === template.StudyTypeID &&
        query.Offset === 0 &&
        query.Limit > 0;
      return isWanted ? [template] : [];
    }),
    endpoint(ORGANISATION_ROUTES.deviceTypes, () =>
      DEVICE_TYPES.map((ID) => {
        const IsMobile = PHONES.has(ID);
        const IsTablet = TABLETS.has(ID);
        const Name = worded(ID);
        return {
          ID,
          Name,
          Description: Name,
          IsMobile,
          IsTablet,
          IsDesktop: !IsMobile && !IsTablet,
        };
      }),
    ),
  ];
}
