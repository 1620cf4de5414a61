// SPDX-License-Identifier: Apache-2.0
/** Launch links of the enterprise edition: `/org/c/{configId}/{profileData}/{token}/{refreshToken}[/{sessionId}]`. */
import { configIdSchema, orgIdentifierSchema } from '../account/identity.ts';
import { z } from '../schema.ts';

export const LAUNCH_LIMITS = {
  /** Maximum lifetime of a launch token, s. */
  tokenS: 900,
  /** Tolerated difference between clocks, s. */
  clockLeewayS: 60,
  /** Characters of `profileData`: what fits the URL limits of common proxies. */
  profileCharacters: 6000,
} as const;

/** Path of a configuration's page, for direct visits. @param id needs no encoding. */
export const configurationPath = (id: string): string => `/org/i/${id}`;

/** Name of the frame in which an administrator previews a configuration: not a visit, so no events are sent. */
export const PREVIEW_FRAME = 'perfuse-preview';

/** Stands for an absent session id. */
export const NO_SESSION = '-';

/** Session id in a link; `-` if it has none. Browsers remove `.` and `..` from a path, `..` with the part before it. */
export const linkSessionSchema = z.string().check(z.regex(/^(?!\.\.?$)[\w.:-]{1,128}$/));

/** The integrator's id of a visit. */
export const sessionIdSchema = linkSessionSchema.check(z.regex(/^(?!-$)/));

/**
 * Header that carries the `launchId` of the launch, for events, results and their encryption. It is never part of a
 * URL.
 */
export const LAUNCH_HEADER = 'perfuse-launch';

/** base64url JSON, or a compact JWS. */
export const profileDataSchema = z
  .string()
  .check(
    z.maxLength(LAUNCH_LIMITS.profileCharacters),
    z.regex(/^[\w-]+={0,2}$|^[\w-]+\.[\w-]+\.[\w-]+$/),
  );

/** `POST /api/launch/{configId}`: the parts of the link. */
export const launchBody = z.object({
  profileData: profileDataSchema,
  sessionId: linkSessionSchema,
  /** Created by the page, in case neither the link nor its claims name a session; without it the server creates one. */
  ownSessionId: z.optional(sessionIdSchema),
  /** Access token of the link: measurements made with it belong to this launch. */
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
  /** Of the visit; the link must then name the same. Without it, anyone who holds the link can insert another. */
  sessionId: z.optional(sessionIdSchema),
});
export type LaunchClaims = z.infer<typeof launchClaimsSchema>;
