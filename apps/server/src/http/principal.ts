// SPDX-License-Identifier: Apache-2.0
/** Who a valid access token speaks for. */
export interface Principal {
  readonly kind: 'device';
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

/** @throws ServiceError INVALID_TOKEN or TOKEN_EXPIRED. */
export type Authenticate = (token: string) => Promise<Principal>;
