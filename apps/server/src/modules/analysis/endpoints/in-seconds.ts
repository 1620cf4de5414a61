// SPDX-License-Identifier: Apache-2.0

interface Dated {
  readonly Created: number;
  readonly Updated?: number;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** An answer with its times in the protocol's unit, whole seconds since 1970, which clients parse as dates. */
export const inSeconds = <T extends Dated>(answer: T): T => ({
  ...answer,
  Created: seconds(answer.Created),
  ...(answer.Updated === undefined ? {} : { Updated: seconds(answer.Updated) }),
});
