// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { ServiceError } from '../../platform/errors/service-error.ts';

/**
 * Runs work that clients share, and renames the fields of its errors for this protocol.
 * @param names the protocol's field names by internal field name.
 */
export async function mapErrorFields<T>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.fields === undefined) throw error;
    const renamed = (name: string): string => names[name] ?? name;
    const fields: FieldErrors = {};
    for (const [name, rules] of Object.entries(error.fields)) fields[renamed(name)] = rules;
    const message = error.message.replace(/^\w+/, renamed);
    throw new ServiceError(error.code, message, fields);
  }
}
