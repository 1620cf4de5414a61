// SPDX-License-Identifier: Apache-2.0
/** The protocol that this browser keeps, and protocols in files. */
import { DEFAULT_PROTOCOL, protocolSchema, type Protocol } from '@perfuse/contract/study/protocol';
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

export function storedProtocol(storage: Pick<Storage, 'getItem'> | undefined): Protocol {
  const text = storage?.getItem(KEY) ?? null;
  return (text === null ? null : parseProtocol(text)) ?? DEFAULT_PROTOCOL;
}

/** @returns whether it could be kept. */
export function storeProtocol(
  storage: Pick<Storage, 'setItem'> | undefined,
  protocol: Protocol,
): boolean {
  try {
    storage?.setItem(KEY, JSON.stringify(protocol));
    return storage !== undefined;
  } catch {
    return false;
  }
}
