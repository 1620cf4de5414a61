// SPDX-License-Identifier: Apache-2.0
/** Who runs this installation, as consent names them. */
export interface Operator {
  readonly name: string;
  readonly address: string;
}

/** Until an installation can name its organisation, whoever answers at this address is the one who processes the data. */
export function operatorOf(location: Pick<Location, 'host' | 'origin'>): Operator {
  return { name: location.host, address: location.origin };
}
