// SPDX-License-Identifier: Apache-2.0

/** Why a recording cannot be read. */
export const VIDEO_FAULTS = ['NO_VIDEO', 'CODEC', 'UNREADABLE'] as const;
export type VideoFault = (typeof VIDEO_FAULTS)[number];

/** A recording that cannot be used; the message is shown to people. */
export class UnusableVideo extends Error {
  readonly fault: VideoFault;
  constructor(fault: VideoFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
