// SPDX-License-Identifier: Apache-2.0
/**
 * Signal-to-noise values that are codes: such a result is not valid (specification, section 5). The protocol's
 * published documents name the two liveness codes without distinguishing them, so their meanings are defined here.
 */
export const SNR_CODES = {
  /** The pulse signal is too weak or inconsistent. */
  noSignal: -100,
  /** A clear recording of something that looks like a face without a pulse: a photograph, a mask. */
  notAlive: -90,
  /** A short recording played repeatedly. */
  replayed: -91,
} as const;

const INVALID: ReadonlySet<number> = new Set(Object.values(SNR_CODES));

export function isSignalInvalid(snr: number): boolean {
  return !Number.isFinite(snr) || INVALID.has(snr);
}

/**
 * Whether a result with this signal-to-noise ratio, dB, may show numbers: without a valid signal, even those sent are
 * hidden.
 */
export const isSignalValid = (snr: number | null): boolean =>
  snr !== null && snr >= 0 && !isSignalInvalid(snr);

/**
 * Stars of signal quality, 0..5: none below 0 dB, then one for each 2.5 dB or part of it.
 * @param snr signal-to-noise ratio as shown, dB.
 */
export function starsFromSnr(snr: number): number {
  if (!Number.isFinite(snr) || snr < 0) return 0;
  return Math.min(5, Math.floor(snr / 2.5) + 1);
}
