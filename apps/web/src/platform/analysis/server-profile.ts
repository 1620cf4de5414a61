// SPDX-License-Identifier: Apache-2.0
/** The service's profile that a measurement is stored under (specification, section 6). */
import type dfxClient from '@nuralogix.ai/dfx-api-client';
import { idAnswer, profileSchema } from '@perfuse/contract/analysis/schemas';
import { z } from '@perfuse/contract/schema';
import type { LibraryAnswer } from './library-answer.ts';

/** Owner of the measurements: a guest, identified by a device token, or an account. */
export type ProfileOwner =
  | { readonly kind: 'guest' }
  /** @property account its e-mail address, or its phone number where people sign in by phone. */
  | { readonly kind: 'user'; readonly account: string };

type Call = (run: () => Promise<LibraryAnswer>) => Promise<LibraryAnswer>;

const GUEST = 'guest';
const MAX_PROFILES = 1000;

const profileList = z.array(profileSchema);

function read<T>(schema: z.ZodMiniType<T>, { status, body }: LibraryAnswer): T {
  const parsed = schema.safeParse(body);
  if (status === '200' && parsed.success) return parsed.data;
  throw new Error(`profiles: status ${status}`);
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Finds the owner's profile and creates it if it is missing. Throws when the service is unreachable or refuses. */
export async function serverProfileId(
  { profiles }: Pick<ReturnType<typeof dfxClient>['http'], 'profiles'>,
  call: Call,
  owner: ProfileOwner,
): Promise<string> {
  const name = owner.kind === 'guest' ? GUEST : owner.account;
  const filter = {
    // A holder of the same device token may store other people's profiles there too.
    userProfileName: owner.kind === 'guest' ? GUEST : '',
    status: '',
    limit: MAX_PROFILES,
    offset: 0,
    sortBy: null,
    sortOrder: null,
  };
  const listed = read(profileList, await call(() => profiles.list(filter)));
  const own = listed.filter(({ Email }) => isSame(Email, name));
  const found = own.find(({ Name }) => isSame(Name, name)) ?? own[0];
  if (found !== undefined) return found.ID;
  return read(idAnswer, await call(() => profiles.create({ Name: name, Email: name }))).ID;
}
