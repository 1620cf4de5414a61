// SPDX-License-Identifier: Apache-2.0
import type { TrackerRefusal } from '../api.ts';

/** A tracker that cannot work here, so that another should. */
export class TrackerRefused extends Error {
  override readonly name = 'TrackerRefused';
  constructor(
    readonly reason: TrackerRefusal,
    message: string,
  ) {
    super(message);
  }
}
