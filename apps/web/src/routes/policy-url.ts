// SPDX-License-Identifier: Apache-2.0
import { fullPath } from '../config/base-path.ts';
import { PATHS } from './paths.ts';

/** Address of the policy that the person agrees to, as stored in the consent record. */
export const policyUrl = (): string =>
  new URL(fullPath(window.location.pathname, PATHS.privacy), window.location.origin).href;
