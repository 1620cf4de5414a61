// SPDX-License-Identifier: Apache-2.0
/** How long the server waits for a client that is slow or gone, ms. */
export interface HttpTimes {
  /** From the opening of a connection, or the first byte of a request, to the last of its headers. */
  readonly headers: number;
  /** The same to the last byte of its body. */
  readonly request: number;
  /** Without any traffic, for example while a response is not read. */
  readonly silence: number;
  /** Interval of the timeout checks: a timeout may take effect that much later. */
  readonly look: number;
}

export const HTTP_TIMES: HttpTimes = {
  headers: 10_000,
  request: 30_000,
  silence: 60_000,
  look: 5_000,
};
