// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export { createAccounts, type Accounts, type AccountsOptions } from './accounts.ts';
export type { ResetLink } from './passwords/password-reset.ts';
export type { ConsentService } from './people/consents.ts';
export type { People } from './people/people.ts';
export { accountsPlugin } from './plugin.ts';
export { namedFields, type Staff } from './staff.ts';
export { deviceRow, type AdministratorRow, type UserDetails, type UserRow } from './tables.ts';
export { ISSUER } from './tokens/access-tokens.ts';
export type { DeviceLicence, DeviceRepository } from './tokens/device-repository.ts';
export { SESSION_S, type TokenPair, type TokenService } from './tokens/token-service.ts';
