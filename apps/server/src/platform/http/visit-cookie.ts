// SPDX-License-Identifier: Apache-2.0
/**
 * Remembers by which configuration a browser came, so that later pages get the policy of that configuration. It holds
 * the public id of a link and nothing of the person.
 */
import type { CookieJar } from './cookies.ts';

const NAME = 'perfuse_config';
/** Behind the id, where other sites may show the app in a frame. */
const EMBEDDABLE = '.e';

export interface VisitedConfiguration {
  readonly configId: string;
  readonly isEmbeddable: boolean;
}

/** @param cookie reads a cookie by its name. */
function read(cookie: (name: string) => string | null): VisitedConfiguration | null {
  const text = cookie(NAME) ?? '';
  const isEmbeddable = text.endsWith(EMBEDDABLE);
  const configId = isEmbeddable ? text.slice(0, -EMBEDDABLE.length) : text;
  return /^[\w-]{1,64}$/.test(configId) ? { configId, isEmbeddable } : null;
}

export const visitCookie = {
  read,
  write: ({ setCookie }: CookieJar, { configId, isEmbeddable }: VisitedConfiguration): void => {
    setCookie(NAME, `${configId}${isEmbeddable ? EMBEDDABLE : ''}`, {
      path: '/',
      site: isEmbeddable ? 'embedded' : 'navigated',
    });
  },
};
