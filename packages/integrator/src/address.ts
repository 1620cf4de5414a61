// SPDX-License-Identifier: Apache-2.0
import { IntegratorError } from './fault.ts';

/** A URL below an installation's. @throws IntegratorError ADDRESS_NOT_VALID */
export function below(origin: string, path: string): URL {
  const base = URL.canParse(origin) ? new URL(origin) : null;
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw new IntegratorError('ADDRESS_NOT_VALID');
  }
  return new URL(path, base.origin);
}
