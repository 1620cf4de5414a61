// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { ServiceError } from '../../platform/errors/service-error.ts';

/**
 * Does what all clients share, and names the fields in a refusal as this client sent them.
 * @param names what a field is called here, by what it is called there.
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
