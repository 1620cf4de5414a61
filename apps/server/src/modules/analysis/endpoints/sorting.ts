// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Sort } from '../../../platform/storage/list-query.ts';

/** Matches an allowed value, ignoring case. @throws ServiceError VALIDATION_ERROR. */
function oneOf<T extends string>(field: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (found !== undefined) return found;
  throw new ServiceError('VALIDATION_ERROR', `${field} must be one of ${allowed.join(', ')}.`, {
    [field]: [['VALUES', [...allowed]]],
  });
}

interface SortQuery {
  readonly SortBy?: string;
  readonly SortOrder?: string;
}

/**
 * Sort order of a list: by creation time, unless the query says otherwise.
 * @param columns by the clients' names; `Created` must be one of them.
 * @throws ServiceError VALIDATION_ERROR.
 */
export function sortOf<C extends string>(
  query: SortQuery,
  columns: Readonly<Record<string, C>> & { readonly Created: C },
  usual: 'ASC' | 'DESC' = 'ASC',
): Sort<C> {
  const name = oneOf('SortBy', query.SortBy ?? 'Created', Object.keys(columns));
  const order = oneOf('SortOrder', query.SortOrder ?? usual, ['ASC', 'DESC']);
  return { by: columns[name] ?? columns.Created, descending: order === 'DESC' };
}
