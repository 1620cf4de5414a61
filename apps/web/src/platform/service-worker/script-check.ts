// SPDX-License-Identifier: Apache-2.0
/** `gone`: missing, or replaced by something that is not a script. `unknown`: the server did not answer. */
export type ScriptState = 'there' | 'gone' | 'unknown';

/** Longest wait for an answer, ms; the next check follows 10 s after the last. */
const LIMIT_MS = 8000;
const JAVASCRIPT = /\b(?:java|ecma)script\b/i;

/** Checks whether the worker's script still exists and is a script. */
export async function checkScript(
  url: string,
  fetchScript: (url: string, init: RequestInit) => Promise<Response>,
): Promise<ScriptState> {
  let response: Response;
  try {
    response = await fetchScript(url, {
      cache: 'no-store',
      headers: { 'service-worker': 'script' },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
  } catch {
    return 'unknown';
  }
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return 'gone';
  if (!response.ok) return 'unknown';
  return JAVASCRIPT.test(response.headers.get('content-type') ?? '') ? 'there' : 'gone';
}
