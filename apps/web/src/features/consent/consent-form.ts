// SPDX-License-Identifier: Apache-2.0
/** The two boxes of the consent form. */
export interface ConsentForm {
  /** Terms of use and privacy policy. */
  readonly terms: boolean;
  /** Processing and storing health data. */
  readonly data: boolean;
}

export const EMPTY_CONSENT: ConsentForm = { terms: false, data: false };

export interface ConsentErrors {
  readonly terms?: 'WEB_CONSENT_ERROR1';
  readonly data?: 'WEB_CONSENT_ERROR2';
}

/** Both boxes must be ticked (specification, section 5). */
export function consentErrors(form: ConsentForm): ConsentErrors {
  return {
    ...(form.terms ? {} : { terms: 'WEB_CONSENT_ERROR1' }),
    ...(form.data ? {} : { data: 'WEB_CONSENT_ERROR2' }),
  };
}

/** The first box that must still be ticked, or null. */
export const firstError = (errors: ConsentErrors): keyof ConsentForm | null =>
  errors.terms ? 'terms' : errors.data ? 'data' : null;
