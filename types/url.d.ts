// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the URL parser that the pure packages may use: browsers and Node have the same one, and it depends only
 * on its input. Does not include the full types of either.
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
