// SPDX-License-Identifier: Apache-2.0
export { default as i18next } from 'i18next';
export { initReactI18next } from 'react-i18next';
export { BrowserRouter } from 'react-router';
export { resultsSchema } from '../session/measurement-result.ts';
export { storedSessionSchema } from '../session/session-state.ts';
