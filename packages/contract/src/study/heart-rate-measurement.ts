// SPDX-License-Identifier: Apache-2.0
/**
 * Notifications of a chest strap: the Heart Rate Measurement characteristic (0x2A37) of the Heart Rate Service (0x180D,
 * Bluetooth SIG).
 */
import { accepted, refused, type Outcome } from '../outcome.ts';

export const HEART_RATE_SERVICE = 0x180d;
export const HEART_RATE_MEASUREMENT = 0x2a37;

/** `unknown`: the sensor does not report it. `off`: it reports no contact with the skin. */
export type SensorContact = 'unknown' | 'off' | 'on';

export interface HeartRateMeasurement {
  /** Per minute, 0..65535 as sent; sensors send 0 while they find no pulse. */
  readonly bpm: number;
  readonly contact: SensorContact;
  /** Intervals between R peaks since the previous notification, oldest first, ms; empty where none is sent. */
  readonly intervalsMs: readonly number[];
}

const FLAG = { wide: 1, touches: 2, tellsContact: 4, energy: 8, intervals: 16 } as const;
/** Intervals are in 1/1024 s. */
const INTERVAL_UNIT_MS = 1000 / 1024;

/** Reads fields in order; null when the bytes end before a field does. */
class Fields {
  #at = 0;
  constructor(private readonly bytes: DataView) {}

  get left(): number {
    return this.bytes.byteLength - this.#at;
  }

  uint8(): number | null {
    if (this.left < 1) return null;
    this.#at += 1;
    return this.bytes.getUint8(this.#at - 1);
  }

  uint16(): number | null {
    if (this.left < 2) return null;
    this.#at += 2;
    return this.bytes.getUint16(this.#at - 2, true);
  }
}

const contactOf = (flags: number): SensorContact => {
  if ((flags & FLAG.tellsContact) === 0) return 'unknown';
  return (flags & FLAG.touches) === 0 ? 'off' : 'on';
};

/** Reserved flags, and bytes after the announced fields, are ignored, as the service's specification requires. */
export function parseHeartRateMeasurement(bytes: DataView): Outcome<HeartRateMeasurement> {
  const fields = new Fields(bytes);
  const flags = fields.uint8();
  if (flags === null) return refused('It is empty.');
  const bpm = (flags & FLAG.wide) === 0 ? fields.uint8() : fields.uint16();
  if (bpm === null) return refused('It ends before the heart rate does.');
  if ((flags & FLAG.energy) !== 0 && fields.uint16() === null) {
    return refused('It ends before the energy does.');
  }
  const intervalsMs: number[] = [];
  if ((flags & FLAG.intervals) !== 0) {
    if (fields.left % 2 !== 0) return refused('It ends in the middle of an interval.');
    for (let next = fields.uint16(); next !== null; next = fields.uint16()) {
      intervalsMs.push(next * INTERVAL_UNIT_MS);
    }
  }
  return accepted({ bpm, contact: contactOf(flags), intervalsMs });
}
