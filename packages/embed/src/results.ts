// SPDX-License-Identifier: Apache-2.0
/** What a measurement found. Numbers are in the unit of their channel; -1 when missing: `Notes` says why. */
export interface Results {
  readonly measurementId: string;
  /** Heart rate, bpm. */
  readonly ppm: number;
  /** Signal-to-noise ratio, dB. */
  readonly snr: number;
  /** Stress index. */
  readonly msi: number;
  readonly age: number;
  readonly bmi: number;
  /** Expected for the profile, mmHg: not measured. */
  readonly diastolic: number;
  readonly systolic: number;
  /** Breaths per minute. */
  readonly breathing: number;
  readonly healthScore: number;
  readonly waistToHeight: number;
  /** SDNN, ms. */
  readonly heartRateVariability: number;
  readonly cardiacWorkload: number;
  readonly absi: number;
  readonly cvdRisk: number;
  readonly heartAttackRisk: number;
  readonly strokeRisk: number;
  readonly HypertensionRisk: number;
  readonly HypertriglyceridemiaRisk: number;
  readonly HypercholesterolemiaRisk: number;
  readonly DiabetesRisk: number;
  readonly irregularHeartBeats: number;
  /** 0..5, the mean over the measurement; -1 when missing. */
  readonly avgStarRating: number;
  /** `device`: computed in the person's browser; no service has seen, stored or confirmed it. */
  readonly analysedOn: 'service' | 'device';
  /** Every channel by its code. */
  readonly signals: Readonly<Record<string, number>>;
  /** By channel code: where the number comes from, its uncertainty, or why it is missing. */
  readonly Notes: Readonly<Record<string, readonly string[]>>;
}

/** Results as they travel. */
export interface Delivered {
  /** In the clear; null where the configuration encrypts them or sends them to a results API. */
  readonly results: Results | null;
  /** A compact JWE to your organisation's results key, for your server to decrypt; null where they are in the clear. */
  readonly encrypted: string | null;
  /** What your results API answered; null without one. */
  readonly dataId: string | null;
}

/** UTF-8 JSON behind base64url. @throws SyntaxError or DOMException for anything else. */
function fromBase64url(text: string): Results {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // Proven: the app's origin sent it, which made it by the schema of the contract.
  return JSON.parse(new TextDecoder().decode(bytes)) as Results;
}

/** Reads what a results callback receives. */
export function readDelivered(callback: {
  readonly results?: string | undefined;
  readonly dataId?: string | undefined;
}): Delivered {
  const { results, dataId = null } = callback;
  // Only a JWE has dots.
  const encrypted = results?.includes('.') === true ? results : null;
  return {
    results: results === undefined || encrypted !== null ? null : fromBase64url(results),
    encrypted,
    dataId,
  };
}
