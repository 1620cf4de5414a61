// SPDX-License-Identifier: Apache-2.0
/**
 * Replacements for APIs that the app and its libraries use and browsers before 2024 lack. Loaded only where missing.
 */

/** `AbortSignal.any`: Chromium before 116, Safari before 17.4. */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const joined = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) joined.abort(signal.reason);
    signal.addEventListener('abort', () => joined.abort(signal.reason), { signal: joined.signal });
  }
  return joined.signal;
}

/** `URL.canParse`: Chromium before 120, Safari before 17. */
export function canParse(address: string | URL, base?: string | URL): boolean {
  try {
    return new URL(address, base).href !== '';
  } catch {
    return false;
  }
}

if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: anySignal });
if (!('canParse' in URL)) Object.assign(URL, { canParse });
