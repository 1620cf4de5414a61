// SPDX-License-Identifier: Apache-2.0
/** The protocol stored in this browser, and protocols in files. */
import { DEFAULT_PROTOCOL, protocolSchema, type Protocol } from '@perfuse/contract/study/protocol';
import { readText, write, type KeyValueStorage } from '../../../platform/browser/stored.ts';
import { parseUntrusted } from '@perfuse/contract/untrusted';

const KEY = 'perfuse.study-protocol';

/** @returns null if the text is not a protocol. */
export function parseProtocol(text: string): Protocol | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = parseUntrusted(protocolSchema, data);
  return parsed.success ? parsed.data : null;
}

export function storedProtocol(storage: KeyValueStorage | null): Protocol {
  const text = readText(storage, KEY);
  return (text === null ? null : parseProtocol(text)) ?? DEFAULT_PROTOCOL;
}

/** @returns whether it could be stored. */
export const storeProtocol = (storage: KeyValueStorage | null, protocol: Protocol): boolean =>
  write(storage, KEY, JSON.stringify(protocol));
