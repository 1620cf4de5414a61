// SPDX-License-Identifier: Apache-2.0
/** Encodes bytes as base64. A chunk is some 30 kB, which takes well under a millisecond. */
export function toBase64(bytes: Uint8Array): string {
  const BLOCK = 8192;
  let binary = '';
  for (let at = 0; at < bytes.length; at += BLOCK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + BLOCK));
  }
  return btoa(binary);
}

/** Decodes text from base64; null when it is not base64 or not UTF-8. */
export function textFromBase64(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
