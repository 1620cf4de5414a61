// SPDX-License-Identifier: Apache-2.0
interface TokenHolder {
  readonly deviceId: string;
  readonly organisationId: string;
  /** The chain of renewals this token belongs to; revoking it ends every token of the chain. */
  readonly familyId: string;
  /** Which renewal of the chain issued the token. */
  readonly generation: number;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A guest's or an integrator's device. */
export interface DevicePrincipal extends TokenHolder {
  readonly kind: 'device';
  readonly userId: null;
}

/** A signed-in person; each of their sessions is a device of its own. */
export interface UserPrincipal extends TokenHolder {
  readonly kind: 'user';
  readonly userId: string;
}

/** A person signed in to their organisation: to read and to manage, never to measure. */
export interface OrganisationPrincipal extends TokenHolder {
  readonly kind: 'organisation';
  readonly userId: string;
}

/** The holder of a valid access token of a measuring client. */
export type Principal = DevicePrincipal | UserPrincipal;

/** A person of an organisation, whichever way they signed in. */
export type Member = UserPrincipal | OrganisationPrincipal;

/** The holder of any valid access token. */
export type TokenPrincipal = Principal | OrganisationPrincipal;

/** Whose rows a caller may see: those of the person, or of the device as long as no person owns them. */
export type Owner = Pick<Principal, 'deviceId' | 'userId'>;

/** @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or, for a person, ERR_SESSION_EXPIRED. */
export type Authenticate = (token: string) => Promise<TokenPrincipal>;

/** An administrator: neither a device nor a user of the app, and never authenticated by one of their tokens. */
export interface AdministratorPrincipal {
  readonly kind: 'administrator';
  readonly administratorId: string;
  readonly email: string;
  /** The one organisation they may see; null for the whole installation. */
  readonly organisationId: string | null;
  readonly hasSecondFactor: boolean;
}

/** The caller of a route that is not public. */
export type Caller = TokenPrincipal | AdministratorPrincipal;
