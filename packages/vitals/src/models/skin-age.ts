// SPDX-License-Identifier: Apache-2.0
import { refused } from '@perfuse/contract/outcome';
import { defineModel } from './health-model.ts';

/**
 * Facial skin age: always missing. No open, validated formula exists; face networks estimate apparent age, biased by
 * light, make-up and skin tone. The entered age is never returned as a result.
 */
export const skinAgeModel = defineModel({
  source: 'facial_skin_age',
  channel: 'AGE',
  kind: 'estimated',
  inputs: [],
  range: {},
  evaluate: () => refused('no-method'),
});
