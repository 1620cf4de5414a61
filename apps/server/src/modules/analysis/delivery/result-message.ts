// SPDX-License-Identifier: Apache-2.0
import type { MeasurementStatus } from '@perfuse/contract/analysis/schemas';
import { RESULT_MULTIPLIER, type ResultMessage } from '@perfuse/contract/results/message';

export interface StoredResult {
  readonly id: string;
  readonly measurementId: string;
  readonly position: number;
  readonly status: MeasurementStatus;
  readonly channels: ResultMessage['Channels'];
  readonly error: ResultMessage['Error'];
}

/** A result as clients of the protocol receive it. */
export function toResultMessage(result: StoredResult): ResultMessage {
  return {
    MeasurementID: result.measurementId,
    MeasurementDataID: `${result.measurementId}:${String(result.position)}`,
    MeasurementResultID: result.id,
    StatusID: result.status,
    Multiplier: RESULT_MULTIPLIER,
    Channels: result.channels,
    Error: result.error,
  };
}
