// SPDX-License-Identifier: Apache-2.0
import { createContractClient, type ContractClient } from '@perfuse/client';
import type { RouteTable } from '@perfuse/contract/route';
import { reportApiError } from './api-errors.ts';

/** Requests mails and text messages in the language of the app, whatever the browser's is. */
function languageHeader(): Readonly<Record<string, string>> {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return language === '' ? {} : { 'Accept-Language': language };
}

/**
 * Calls the routes of one contract table; failures are also reported to the listeners of `onApiError`.
 * @param headers sent with every request.
 */
export const createClient = <T extends RouteTable>(
  routes: T,
  prefix: string,
  headers: () => Readonly<Record<string, string>> = () => ({}),
): ContractClient<T> =>
  createContractClient(routes, prefix, {
    headers: () => ({ ...languageHeader(), ...headers() }),
    onError: reportApiError,
  });
