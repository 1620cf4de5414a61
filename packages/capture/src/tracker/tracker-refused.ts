// SPDX-License-Identifier: Apache-2.0
import type { TrackerRefusal } from '../api.ts';

/** A tracker that cannot run here, so that another should be used. */
export class TrackerRefused extends Error {
  override readonly name = 'TrackerRefused';
  constructor(
    readonly reason: TrackerRefusal,
    message: string,
  ) {
    super(message);
  }
}
