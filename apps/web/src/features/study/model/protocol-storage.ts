// SPDX-License-Identifier: Apache-2.0
/** The protocol that this browser keeps, and protocols in files. */
import { DEFAULT_PROTOCOL, protocolSchema, type Protocol } from '@perfuse/contract/study/protocol';
import { readText, write, type KeyValueStorage } from '../../../platform/browser/stored.ts';
import { parseUntrusted } from '@perfuse/contract/untrusted';

const KEY = 'perfuse.study-protocol';

/** @returns null for what is no protocol. */
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

/** @returns whether it could be kept. */
export const storeProtocol = (storage: KeyValueStorage | null, protocol: Protocol): boolean =>
  write(storage, KEY, JSON.stringify(protocol));
