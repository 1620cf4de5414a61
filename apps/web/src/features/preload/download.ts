// SPDX-License-Identifier: Apache-2.0
import { isPage } from '../../platform/http/is-page.ts';
import { expandedBytes } from './expansion.ts';
import type { FileCache } from './file-cache.ts';
import { Progress } from './progress.ts';

export interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly cache: FileCache;
  /** Called with 0..100, at most every 500 ms, and with 100 at the end. */
  readonly onPercent: (percent: number) => void;
}

/** A download that receives no byte for this long has failed, ms. */
const STALL_MS = 30_000;

/**
 * @throws Error when the server refuses the file, or a page came in its place: cached under the file's name, it would be
 *   used from then on.
 */
function assertFile(response: Response, url: string): void {
  if (!response.ok) throw new Error(`status ${String(response.status)} for ${url}`);
  if (isPage(response)) throw new Error(`a page for ${url}`);
}

/** Bytes that a file will stream, estimated from a HEAD request. */
async function sizeOf(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', signal });
  assertFile(response, url);
  const length = Number(response.headers.get('content-length') ?? 0);
  return expandedBytes(url, length, response.headers.get('content-encoding'));
}

/** Streams one file into the cache. */
async function stream(
  url: string,
  { cache, signal }: Pick<DownloadOptions, 'cache' | 'signal'>,
  onBytes: (count: number) => void,
): Promise<void> {
  const response = await fetch(url, { signal });
  assertFile(response, url);
  const kept = cache.keep(url, response.clone());
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    onBytes(part.value.byteLength);
  }
  await kept;
}

/** Aborts `controller` when `alive` is not called for {@link STALL_MS}. */
function stallWatch(controller: AbortController) {
  const stalled = (): void => controller.abort(new Error('the download stalled'));
  let timer = setTimeout(stalled, STALL_MS);
  return {
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(stalled, STALL_MS);
    },
    end: () => clearTimeout(timer),
  };
}

async function missingOf(urls: readonly string[], cache: FileCache): Promise<readonly string[]> {
  const kept = await Promise.all(urls.map((url) => cache.has(url)));
  return urls.filter((_, at) => kept[at] !== true);
}

/**
 * Downloads, all at once, every file that is not stored from an earlier visit.
 * Rejects when one fails, stalls or `signal` aborts.
 */
export async function download(urls: readonly string[], options: DownloadOptions): Promise<void> {
  const { cache } = options;
  const controller = new AbortController();
  const signal = AbortSignal.any([options.signal, controller.signal]);
  const watch = stallWatch(controller);
  const progress = new Progress(options.onPercent);
  try {
    const missing = await missingOf(urls, cache);
    await Promise.all(missing.map(async (url) => progress.expect(url, await sizeOf(url, signal))));
    await Promise.all(
      missing.map(async (url) => {
        await stream(url, { cache, signal }, (count) => {
          watch.alive();
          progress.add(url, count);
        });
        progress.complete(url);
      }),
    );
    await cache.keepOnly(urls);
    signal.throwIfAborted();
    progress.end();
  } finally {
    watch.end();
    progress.stop();
    controller.abort();
  }
}
