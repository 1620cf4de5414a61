// SPDX-License-Identifier: Apache-2.0

export const INTEGRATOR_FAULTS = {
  ADDRESS_NOT_VALID: 'The address of the installation is not an http or https origin.',
  KEY_NOT_USABLE: 'The private key cannot be used for this.',
  PROFILE_VALIDATION_FAILED:
    'A field of the profile is not valid; `fields` names each with its key.',
  LAUNCH_NOT_VALID: 'An id or the lifetime of the launch is not valid.',
  PROFILE_TOO_LARGE: 'The signed profile does not fit into a link.',
  SERVICE_UNREACHABLE: 'The installation could not be reached, or its response was unexpected.',
  LICENCE_REFUSED: 'The installation refused the licence key.',
  NOT_A_CALLBACK:
    'The query does not have exactly one of results, dataId and error, and a session.',
  RESULTS_KEY_MISSING: 'The results are encrypted, and no results key was given.',
  RESULTS_NOT_READABLE: 'The results could not be decrypted or have an unexpected format.',
  SIGNATURE_MISSING: 'The delivery has no signature in a known format.',
  SIGNATURE_NOT_VALID:
    'No webhook secret matches the signature: the delivery is not from the installation.',
  SIGNATURE_TOO_OLD: 'The timestamp of the signature is too old, or in the future.',
  EVENT_NOT_READABLE: 'The body of the delivery is not an event.',
} as const;
export type IntegratorFault = keyof typeof INTEGRATOR_FAULTS;

/** Why something was refused. The message contains no key, token or result. */
export class IntegratorError extends Error {
  override readonly name = 'IntegratorError';
  readonly code: IntegratorFault;
  /** With PROFILE_VALIDATION_FAILED: every invalid field with the key of the rule that it broke. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: IntegratorFault, reason = '', fields: Readonly<Record<string, string>> = {}) {
    super(reason === '' ? INTEGRATOR_FAULTS[code] : `${INTEGRATOR_FAULTS[code]} ${reason}`);
    this.code = code;
    this.fields = fields;
  }
}
