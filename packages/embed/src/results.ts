// SPDX-License-Identifier: Apache-2.0
/** Results of a measurement. Numbers are in the unit of their channel; -1 when missing: `Notes` gives the reason. */
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
  /** mmHg, never measured: expected for the profile, or entered from a cuff; `Notes` says which. */
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
  /** By channel code: source of the number, its uncertainty, or why it is missing. */
  readonly Notes: Readonly<Record<string, readonly string[]>>;
}

/** Results in their delivered form. */
export interface Delivered {
  /** Unencrypted; null when the configuration encrypts them or sends them to a results API. */
  readonly results: Results | null;
  /** A compact JWE for your organisation's results key, for your server to decrypt; null when unencrypted. */
  readonly encrypted: string | null;
  /** Id that your results API returned; null without one. */
  readonly dataId: string | null;
}

/** Decodes UTF-8 JSON from base64url. @throws SyntaxError or DOMException for anything else. */
function fromBase64url(text: string): Results {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // Proven: it comes from the app's origin, which creates it with the schema of the contract.
  return JSON.parse(new TextDecoder().decode(bytes)) as Results;
}

/** Reads what a results callback receives. */
export function readDelivered(callback: {
  readonly results?: string | undefined;
  readonly dataId?: string | undefined;
}): Delivered {
  const { results, dataId = null } = callback;
  // Only a JWE contains dots.
  const encrypted = results?.includes('.') === true ? results : null;
  return {
    results: results === undefined || encrypted !== null ? null : fromBase64url(results),
    encrypted,
    dataId,
  };
}
