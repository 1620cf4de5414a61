// SPDX-License-Identifier: Apache-2.0
/**
 * Stores the configuration that a browser visited, so that later pages get its policy. It contains the public id of a
 * link and no personal data.
 */
import type { CookieJar } from './cookies.ts';

const NAME = 'perfuse_config';
/** Suffix of the id if other sites may show the app in a frame. */
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
