// SPDX-License-Identifier: Apache-2.0
/**
 * Notifications of a pulse oximeter: the PLX Continuous Measurement characteristic (0x2A5F) of the Pulse Oximeter
 * Service (0x1822, Bluetooth SIG).
 */
import { accepted, refused, type Outcome } from '../outcome.ts';

export const PULSE_OXIMETER_SERVICE = 0x1822;
export const PLX_CONTINUOUS_MEASUREMENT = 0x2a5f;

export interface PulseOximetry {
  /** Pulse rate per minute; null if the oximeter has none. */
  readonly bpm: number | null;
  /** Oxygen saturation, %; null if the oximeter has none. */
  readonly spo2: number | null;
  /**
   * Whether the oximeter itself marks the value as unreliable: unavailable, questionable, invalid, stored, or not of a
   * person.
   */
  readonly isDoubtful: boolean;
}

const FLAG = { fast: 1, slow: 2, status: 4 } as const;
/** Of the measurement status: stored (9), demonstration (10), test (11), unavailable (13), questionable (14), invalid (15). */
const DOUBTFUL = (1 << 9) | (1 << 10) | (1 << 11) | (1 << 13) | (1 << 14) | (1 << 15);
/** Flags, then saturation and pulse rate. */
const MIN_BYTES = 5;
const PAIR_BYTES = 4;

/** Mantissas that are not numbers: +infinity, not a number, not at this resolution, reserved, -infinity. */
const NO_NUMBER: readonly number[] = [0x7fe, 0x7ff, 0x800, 0x801, 0x802];

/** The medical 16-bit float of IEEE 11073-20601: 12 bits of mantissa, 4 of a decimal exponent, both signed. */
export function medicalFloat(raw: number): number | null {
  const mantissa = raw & 0xfff;
  if (NO_NUMBER.includes(mantissa)) return null;
  const signed = mantissa >= 0x800 ? mantissa - 0x1000 : mantissa;
  const exponent = raw >> 12;
  return signed * 10 ** (exponent >= 8 ? exponent - 16 : exponent);
}

/** Fast and slow averages, the sensor's own status and the pulse amplitude are ignored. */
export function parsePulseOximetry(bytes: DataView): Outcome<PulseOximetry> {
  if (bytes.byteLength < MIN_BYTES) return refused('It ends before the pulse rate does.');
  const flags = bytes.getUint8(0);
  const spo2 = medicalFloat(bytes.getUint16(1, true));
  const bpm = medicalFloat(bytes.getUint16(3, true));
  const pairs = ((flags & FLAG.fast) === 0 ? 0 : 1) + ((flags & FLAG.slow) === 0 ? 0 : 1);
  const statusAt = MIN_BYTES + pairs * PAIR_BYTES;
  if ((flags & FLAG.status) === 0) return accepted({ bpm, spo2, isDoubtful: false });
  if (bytes.byteLength < statusAt + 2) return refused('It ends before its status does.');
  return accepted({
    bpm,
    spo2,
    isDoubtful: (bytes.getUint16(statusAt, true) & DOUBTFUL) !== 0,
  });
}
