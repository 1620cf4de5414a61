// SPDX-License-Identifier: Apache-2.0
/** Launch links of the enterprise edition: `/org/c/{configId}/{profileData}/{token}/{refreshToken}[/{sessionId}]`. */
import { configIdSchema, orgIdentifierSchema } from '../account/identity.ts';
import { z } from '../schema.ts';

export const LAUNCH_LIMITS = {
  /** A launch token may end this long after it was made, at most, s. */
  tokenS: 900,
  /** Clocks may differ by this much, s. */
  clockLeewayS: 60,
  /** Characters of `profileData`: what fits the address lines of common proxies. */
  profileCharacters: 6000,
} as const;

/** Where a configuration's page is, for anybody who opens it. @param id needs no encoding. */
export const configurationPath = (id: string): string => `/org/i/${id}`;

/** Name of the frame in which an administrator looks at a configuration: nobody visits, so no events are sent. */
export const PREVIEW_FRAME = 'perfuse-preview';

/** The integrator's id of a visit. */
export const sessionIdSchema = z.string().check(z.regex(/^[\w.:-]{1,128}$/));

/**
 * Header that carries the `launchId` of the launch: of events, results and their encryption. It is never part of an
 * address.
 */
export const LAUNCH_HEADER = 'perfuse-launch';

/** In the place of a session id where there is none. */
export const NO_SESSION = '-';

/** base64url JSON, or a compact JWS. */
export const profileDataSchema = z
  .string()
  .check(
    z.maxLength(LAUNCH_LIMITS.profileCharacters),
    z.regex(/^[\w-]+={0,2}$|^[\w-]+\.[\w-]+\.[\w-]+$/),
  );

/** `POST /api/launch/{configId}`: what stood in the link. */
export const launchBody = z.object({
  profileData: profileDataSchema,
  /** `-` where the link has none. */
  sessionId: sessionIdSchema,
  /** Made by the page, for where neither the link nor its claims name a session; the server makes one else. */
  ownSessionId: z.optional(sessionIdSchema),
  /** Access token of the link: what measures with it is of this launch. */
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
});
export type LaunchBody = z.infer<typeof launchBody>;

/**
 * Claims of a launch token: a compact JWS with EdDSA (Ed25519) or ES256 by a launch key of the organisation. Its header
 * may name the key as `kid`.
 */
export const launchClaimsSchema = z.object({
  /** Short name of the organisation. */
  iss: orgIdentifierSchema,
  /** The configuration that the link is for. */
  aud: configIdSchema,
  /** Seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
  /** Unique; used once. */
  jti: z.string().check(z.regex(/^[\w.:-]{8,128}$/)),
  /** The integrator's profile. */
  profile: z.unknown(),
  /** Of the visit; the link must then name the same. Without it whoever holds the link can put another into it. */
  sessionId: z.optional(sessionIdSchema),
});
export type LaunchClaims = z.infer<typeof launchClaimsSchema>;
