// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '@perfuse/contract/account/identity';
import { userDataBody } from '@perfuse/contract/account/session';
import { tokenPairSchema } from '@perfuse/contract/analysis/schemas';
import { z } from '@perfuse/contract/schema';
import type { KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { encryptedCookie } from './encrypted-cookie.ts';

/** Only the app backend needs them. */
const COOKIE_PATH = '/api';
const USER_DATA_AGE_S = 180 * 86_400;

/** A cookie of the caller: of the consumer edition, or of the visit by link that the request belongs to. */
export interface CallersCookie<T> {
  /** Null also for the cookie of another visit. */
  readonly read: (context: RequestContext) => Promise<T | null>;
  /**
   * @returns the value that it replaces, of any visit; null for none.
   * @throws RangeError when the value does not fit a cookie.
   */
  readonly write: (context: RequestContext, value: T) => Promise<T | null>;
  /** Leaves the cookie of another visit alone. */
  readonly clear: (context: RequestContext) => Promise<void>;
}

/**
 * Two cookies, so that visits by an organisation's link and the consumer edition stay separate. The visit cookie names
 * its configuration, so that it is not valid for another visit.
 */
function callersCookie<S extends z.ZodMiniType>(
  name: string,
  purpose: string,
  schema: S,
  keys: Pick<KeyRing, 'cookies' | 'rereadForUnknownKey'>,
  maxAgeS?: number,
): CallersCookie<z.output<S>> {
  const options = { path: COOKIE_PATH, site: 'visit', maxAgeS } as const;
  const own = encryptedCookie(`perfuse_${name}`, purpose, schema, keys, options);
  const ofVisit = encryptedCookie(
    `perfuse_visit_${name}`,
    `visit-${purpose}`,
    z.object({ configId: configIdSchema, value: z.unknown() }),
    keys,
    options,
  );
  const parsed = (value: unknown): z.output<S> | null => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  };
  return {
    read: async (context) => {
      if (context.configId === null) return own.read(context);
      const kept = await ofVisit.read(context);
      return kept?.configId === context.configId ? parsed(kept.value) : null;
    },
    write: async (context, value) => {
      const { configId } = context;
      if (configId === null) {
        const earlier = await own.read(context);
        await own.write(context, value);
        return earlier;
      }
      const earlier = await ofVisit.read(context);
      await ofVisit.write(context, { configId, value });
      return parsed(earlier?.value);
    },
    clear: async (context) => {
      if (context.configId === null) {
        own.clear(context);
        return;
      }
      const kept = await ofVisit.read(context);
      if (kept === null || kept.configId === context.configId) ofVisit.clear(context);
    },
  };
}

/** Ends with the browser: the next user of a shared computer is not signed in. */
export const sessionCookie = (keys: Pick<KeyRing, 'cookies' | 'rereadForUnknownKey'>) =>
  callersCookie('session', 'session', tokenPairSchema, keys);

export const userDataCookie = (keys: Pick<KeyRing, 'cookies' | 'rereadForUnknownKey'>) =>
  callersCookie('user_data', 'user-data', userDataBody, keys, USER_DATA_AGE_S);
