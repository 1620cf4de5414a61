// SPDX-License-Identifier: Apache-2.0
import type { CallbackResults } from '@perfuse/contract/launch/results';
import type { Callback } from '@perfuse/integrator';
import { html, type Html } from './html.ts';
import type { Visit } from './visits.ts';

type Named = {
  [K in keyof CallbackResults]: CallbackResults[K] extends number ? K : never;
}[keyof CallbackResults];

/** The results shown: field, name, unit, decimal places. */
const SHOWN: readonly (readonly [field: Named, name: string, unit: string, digits: number])[] = [
  ['ppm', 'Heart rate', 'bpm', 0],
  ['breathing', 'Breathing rate', 'breaths/min', 0],
  ['heartRateVariability', 'Heart rate variability', 'ms', 1],
  ['msi', 'Stress index', '', 1],
  ['systolic', 'Systolic pressure, expected for the profile or entered from a cuff', 'mmHg', 0],
  ['diastolic', 'Diastolic pressure, expected for the profile or entered from a cuff', 'mmHg', 0],
  ['bmi', 'Body mass index', 'kg/m²', 1],
  ['snr', 'Signal', 'dB', 1],
];

const MISSING = -1;

function tile(results: CallbackResults, [field, name, unit, digits]: (typeof SHOWN)[number]): Html {
  const value = results[field];
  const shown = value === MISSING ? '?' : value.toFixed(digits);
  return html`<div class="tile">
    <dt>${name}</dt>
    <dd>${shown} <small>${unit}</small></dd>
  </div>`;
}

const STARS = 5;
const stars = (rating: number): string => {
  const full = Math.max(0, Math.min(STARS, Math.round(rating)));
  return '★'.repeat(full) + '☆'.repeat(STARS - full);
};

export function resultsPart(results: CallbackResults, { callback, posted }: Visit): Html {
  const way =
    callback?.kind === 'results'
      ? `Returned by the browser${callback.encrypted ? ', encrypted, and decrypted here' : ''}.`
      : `Posted by Perfuse, signed, as ${posted?.dataId ?? ''}.`;
  return html`
    <h1>Results</h1>
    <p>
      <span class="stars" title="Signal quality">${stars(results.avgStarRating)}</span>
      <span class="quiet">${way}</span>
    </p>
    <dl class="tiles">${SHOWN.map((one) => tile(results, one))}</dl>
    <p class="quiet">Measurement ${results.measurementId}. For investigational use only.</p>
    <details>
      <summary>All received data</summary>
      <pre>${JSON.stringify(results, null, 2)}</pre>
    </details>
  `;
}

const MEANINGS: Readonly<Record<string, string>> = {
  PROFILE_VALIDATION_FAILED: 'A field of the profile in the link is not valid.',
  TOKEN_RENEWAL_FAILED: 'The tokens of the link were refused: they can be used only once.',
  TOKEN_EXPIRED: 'The tokens expired before the measurement finished.',
  MEASUREMENT_CANCELED: 'The person, or a weak signal, stopped the measurement.',
  WORKER_ERROR: 'The face tracker stopped.',
  CAMERA_PERMISSION_NOT_GRANTED: 'The person or the browser refused the camera.',
  MEASUREMENT_TIMED_OUT: 'No heart rate was found for a minute.',
  NETWORK_ERROR: 'The connection was lost.',
  FAILED_INIT_BLOOD_FLOW: 'The face tracker could not be started.',
  FAILED_FACIAL_BLOOD_FLOW_ANALYSIS: 'The video could not be analysed.',
  UNSUPPORTED_BROWSER: 'The configuration does not allow this browser.',
};

export function errorPart({ error, details, fields }: Extract<Callback, { kind: 'error' }>): Html {
  const wrong = Object.entries(fields).map(([field, key]) => html`<li>${field}: ${key}</li>`);
  const seconds = details?.errorTimeSeconds;
  const when = seconds === undefined ? '' : `After ${seconds.toFixed(1)} s of recording.`;
  return html`
    <h1>No results</h1>
    <p><code class="error">${error}</code></p>
    <p>${MEANINGS[error] ?? 'The launch was refused, or an unexpected error occurred.'} ${when}</p>
    <ul>
      ${wrong}
    </ul>
  `;
}
