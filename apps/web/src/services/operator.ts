// SPDX-License-Identifier: Apache-2.0
/** Who runs this installation, as consent names them. */
export interface Operator {
  readonly name: string;
  readonly address: string;
}

/** Without a named organisation, the host of this address is named as the one that processes the data. */
export function operatorOf(location: Pick<Location, 'host' | 'origin'>): Operator {
  return { name: location.host, address: location.origin };
}
