// SPDX-License-Identifier: Apache-2.0
/**
 * What the pure packages may use of the parser of web addresses: browsers and Node have the same one, and it reads
 * nothing but its text. The full types of either do not come in with it.
 */
declare class URL {
  constructor(address: string, base?: string);
  static canParse(address: string, base?: string): boolean;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
}
