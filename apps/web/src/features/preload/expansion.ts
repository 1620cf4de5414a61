// SPDX-License-Identifier: Apache-2.0
/** How much a file grows when its transfer is unpacked (specification, section 7). */
const FACTORS = {
  wasm: { brotli: 5, other: 3.5 },
  data: { brotli: 1.24, other: 1.2 },
} as const;

/**
 * Estimates how many bytes a download will stream, from the headers of a HEAD request.
 * @param url of the file; one ending in .wasm counts as WebAssembly, everything else as data.
 * @param transferBytes its Content-Length; 0 when the server does not send it.
 * @param encoding its Content-Encoding; null or `identity` when the transfer is the file itself.
 * @returns bytes, a whole number.
 */
export function expandedBytes(url: string, transferBytes: number, encoding: string | null): number {
  if (!Number.isFinite(transferBytes) || transferBytes <= 0) return 0;
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return transferBytes;
  const { pathname } = new URL(url, 'https://name.invalid/');
  const factors = pathname.endsWith('.wasm') ? FACTORS.wasm : FACTORS.data;
  return Math.round(transferBytes * (name === 'br' ? factors.brotli : factors.other));
}
