// SPDX-License-Identifier: Apache-2.0
/** Secrets and personal data that must not appear in a log, and what replaces them. */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Launch addresses carry a profile and tokens in their path.
  [/(\/c\/)[^\s"']+/g, '$1[hidden]'],
  // JSON web tokens, signed or encrypted.
  [/eyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g, '[token]'],
  [/\b(bearer)\s+[^\s"',]+/gi, '$1 [token]'],
  [
    /(["']?\b\w*(?:token|password|authorization|secret|passcode|accesscode|logincode|licen[cs]e_?key)["']?\s*[:=]\s*["']?)[^\s"',;&}\]]+/gi,
    '$1[hidden]',
  ],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
  // Any other long text without spaces: keys, payloads.
  [/[\w+/-]{48,}={0,2}/g, '[long value]'],
];

/** Removes credentials, people's addresses and payloads from a text. */
export function redact(text: string): string {
  return RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}
