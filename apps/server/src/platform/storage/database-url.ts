// SPDX-License-Identifier: Apache-2.0
/** Explains in one line why DATABASE_URL leads to no usable database. */
import { codeOf, reasonOf } from '../telemetry/error-code.ts';
import { serverLocation } from './location.ts';
import { isDatabaseAway } from './postgres.ts';

/** The database cannot be reached, or refuses this role. The message names it without the password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
  readonly code = 'DATABASE_URL';
}

/**
 * SQLSTATE of a refused role (28), a missing database (3D000), missing rights (42501) and a full disk (53100); codes of
 * an unreachable network, and of untrusted certificates.
 */
const REFUSED =
  /^(?:28\w{3}|3D000|42501|53100|E(?:HOST|NET)UNREACH|ERR_(?:TLS|SSL)_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/;
/** The driver's own refusals have no code. */
const REFUSED_MESSAGE =
  /^(?:The server does not support SSL|There was an error establishing an SSL|SASL:)/;

/** Added to a message of PostgreSQL that does not state the reason, by SQLSTATE. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['42501', ' (the role must own the database)'],
  ['53100', ' (its disk is full)'],
]);

const isRefused = (error: unknown): boolean =>
  REFUSED.test(codeOf(error)) || (error instanceof Error && REFUSED_MESSAGE.test(error.message));

/** Replaces an error of the database by a DatabaseUrlError if the database cannot be used; else returns it. */
export function explainDatabaseUrlError(url: string, error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!isDatabaseAway(cause) && !isRefused(cause)) return error;
  const rule = RULES.get(codeOf(cause)) ?? '';
  return new DatabaseUrlError(
    `DATABASE_URL cannot be used: ${serverLocation(url)}: ${reasonOf(cause)}${rule}`,
    { cause: error },
  );
}
