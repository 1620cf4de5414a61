// SPDX-License-Identifier: Apache-2.0
/**
 * Files stored for the next visit. An address with a content hash always names the same content, so nothing goes stale.
 */
export interface FileCache {
  readonly has: (url: string) => Promise<boolean>;
  /** Stores a copy of what is being received. A failure only costs the next visit a download. */
  readonly keep: (url: string, response: Response) => Promise<void>;
  /** Deletes the stored copies of other files, such as those of an earlier version. */
  readonly keepOnly: (urls: readonly string[]) => Promise<void>;
}

const NO_CACHE: FileCache = {
  has: () => Promise.resolve(false),
  keep: () => Promise.resolve(),
  keepOnly: () => Promise.resolve(),
};

/** `name-hash.ending`, as the build names its files. */
const HASHED = /\/assets\/[^/]+[-.][\w-]{8}\.[a-z]+$/;

export const isContentHashed = (url: string): boolean =>
  HASHED.test(new URL(url, 'https://name.invalid/').pathname);

/**
 * Opens the browser's Cache Storage; where it is missing (plain http, private windows of some browsers), or full, files
 * are not stored and only the browser's own cache is used.
 */
export async function openFileCache(
  storage: Pick<CacheStorage, 'open'> | undefined,
  name: string,
): Promise<FileCache> {
  const cache = await storage?.open(name).catch(() => undefined);
  if (cache === undefined) return NO_CACHE;
  return {
    has: async (url) => (await cache.match(url).catch(() => undefined)) !== undefined,
    keep: async (url, response) => {
      if (isContentHashed(url)) await cache.put(url, response).catch(() => undefined);
      else await response.body?.cancel();
    },
    keepOnly: async (urls) => {
      const wanted = new Set(urls.map((url) => new URL(url, location.href).href));
      const kept = await cache.keys().catch(() => []);
      await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((old) => cache.delete(old)));
    },
  };
}
