// SPDX-License-Identifier: Apache-2.0
export { createInstance } from 'i18next';
export { initReactI18next } from 'react-i18next';
export { BrowserRouter } from 'react-router';
export { createStore } from 'zustand';
