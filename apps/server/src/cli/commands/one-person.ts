// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { inOrganisation } from './one-organisation.ts';

/** The argument of commands about one account, and its schema. */
export const PERSON = ['<person>', 'id, or email or phone number in the organisation'] as const;
export const onePerson = z.extend(inOrganisation, { person: z.string() });

/** Sets where the link in an email leads: without it the person is asked for the access code at the next sign-in. */
export const LINK_OPTION = [
  '--configuration <id>',
  "the link opens this configuration's sign-in; default: that of the consumer edition",
] as const;
