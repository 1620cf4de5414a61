// SPDX-License-Identifier: Apache-2.0
import type { Protocol } from '@perfuse/contract/study/protocol';
import type { MeasurementEnd } from '@perfuse/contract/study/session-file';
import type { KeptSession } from '../../../platform/study-store/study-store.ts';

export interface StudyState {
  /** `unreadable`: the browser denies access to its storage. */
  readonly phase: 'loading' | 'unreadable' | 'ready';
  /** Newest first. */
  readonly sessions: readonly KeptSession[];
  /** Id of the session that is open on the screen. */
  readonly open: string | null;
  /** Positions of the open session's plan that are left out. */
  readonly skipped: readonly number[];
  /**
   * How the last measurement of the open session ended; null once the person continues or the next one is being filmed.
   */
  readonly last: MeasurementEnd | null;
  /** Sensor data that arrives late is still being recorded. */
  readonly isFinishing: boolean;
  /** The browser could not store the recorded data: it is in this page only. */
  readonly isUnsaved: boolean;
  readonly protocol: Protocol;
}
