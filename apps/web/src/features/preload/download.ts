// SPDX-License-Identifier: Apache-2.0
/** A file to have at hand before the camera starts. */
export interface Asset {
  readonly url: string;
  /** Size before compression, bytes, when it is known. */
  readonly bytesHint?: number;
}

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Called with 0..100, at most every 500 ms, and with 100 at the end. */
  readonly onPercent: (percent: number) => void;
}

const PROGRESS_INTERVAL_MS = 500;
/** A download without a byte for this long has failed. */
const STALL_MS = 30_000;

/** How much a file grows when its transfer is unpacked, to size it by its compressed length (specification, section 7). */
const EXPANSION = { wasmBrotli: 5, wasm: 3.5, dataBrotli: 1.24, data: 1.2 } as const;

function expansionOf(url: string, encoding: string | null): number {
  if (encoding === null || encoding === 'identity') return 1;
  const brotli = encoding.includes('br');
  if (url.includes('.wasm')) return brotli ? EXPANSION.wasmBrotli : EXPANSION.wasm;
  return brotli ? EXPANSION.dataBrotli : EXPANSION.data;
}

/** Bytes that a file will stream. Without a hint a HEAD request tells the length of its transfer. */
async function sizeOf({ url, bytesHint }: Asset, signal: AbortSignal): Promise<number> {
  if (bytesHint !== undefined) return bytesHint;
  const response = await fetch(url, { method: 'HEAD', signal });
  if (!response.ok) throw new Error(`status ${String(response.status)} for ${url}`);
  const length = Number(response.headers.get('content-length') ?? 0);
  return length * expansionOf(url, response.headers.get('content-encoding'));
}

/** Streams one file through, so that the browser's cache has it. */
async function stream(url: string, signal: AbortSignal, onBytes: (count: number) => void) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`status ${String(response.status)} for ${url}`);
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    onBytes(part.value.byteLength);
  }
}

/** Calls `report` at most once per interval; the first time at once. */
function paced(report: (percent: number) => void): (percent: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (percent) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    report(percent);
  };
}

/** Aborts `controller` when `alive` is not called for a while. */
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

/** Downloads every asset, all at once. Rejects when one fails, stalls or `signal` aborts. */
export async function download(assets: readonly Asset[], options: DownloadOptions): Promise<void> {
  const controller = new AbortController();
  const signal = AbortSignal.any([options.signal, controller.signal]);
  const watch = stallWatch(controller);
  const report = paced(options.onPercent);
  try {
    const sizes = await Promise.all(assets.map((asset) => sizeOf(asset, signal)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let loaded = 0;
    const onBytes = (count: number): void => {
      loaded += count;
      watch.alive();
      // The total may be an estimate: the last percent is kept for the end.
      report(total > 0 ? Math.min(99, Math.round((100 * loaded) / total)) : 0);
    };
    await Promise.all(assets.map(({ url }) => stream(url, signal, onBytes)));
    options.onPercent(100);
  } finally {
    watch.end();
    controller.abort();
  }
}
