// SPDX-License-Identifier: Apache-2.0
export { default as i18next } from 'i18next';
export { initReactI18next } from 'react-i18next';
export { BrowserRouter } from 'react-router';
