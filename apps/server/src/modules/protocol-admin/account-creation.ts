// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../platform/errors/service-error.ts';
import { mapErrorFields } from './field-names.ts';

/**
 * Creates an account, with errors in the protocol's terms.
 * @throws ServiceError USER_ALREADY_EXISTS for a taken e-mail address, else what `create` throws.
 */
export async function createAccountOrThrow<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await mapErrorFields({ password: 'Password', email: 'Email' }, create);
  } catch (error) {
    const rules = error instanceof ServiceError ? (error.fields?.['Email'] ?? []) : [];
    if (rules.some(([rule]) => rule === 'UNIQUE')) throw new ServiceError('USER_ALREADY_EXISTS');
    throw error;
  }
}
