// SPDX-License-Identifier: Apache-2.0
/**
 * Signal-to-noise values that are codes: such a result is no result (specification, section 5). The protocol's
 * published documents name the two liveness codes without telling them apart, so which is which is settled here.
 */
export const SNR_CODES = {
  /** The pulse signal is too weak or contradicts itself. */
  noSignal: -100,
  /** A clear film of something that looks like a face and has no pulse: a photograph, a mask. */
  notAlive: -90,
  /** A short film played again and again. */
  replayed: -91,
} as const;

const INVALID: ReadonlySet<number> = new Set(Object.values(SNR_CODES));

export function isSignalInvalid(snr: number): boolean {
  return !Number.isFinite(snr) || INVALID.has(snr);
}

/** Whether a result of this signal-to-noise ratio, dB, may show numbers: without a valid signal not even one that was sent. */
export const isSignalValid = (snr: number | null): boolean =>
  snr !== null && snr >= 0 && !isSignalInvalid(snr);

/**
 * Stars of signal quality, 0..5: none below 0 dB, then one for each 2.5 dB begun.
 * @param snr signal-to-noise ratio as shown, dB.
 */
export function starsFromSnr(snr: number): number {
  if (!Number.isFinite(snr) || snr < 0) return 0;
  return Math.min(5, Math.floor(snr / 2.5) + 1);
}
