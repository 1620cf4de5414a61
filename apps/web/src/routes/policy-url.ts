// SPDX-License-Identifier: Apache-2.0
import { fullPath } from '../config/base-path.ts';
import { PATHS } from './paths.ts';

/** Where the policy that is agreed to can be read, as the consent record names it. */
export const policyUrl = (): string =>
  new URL(fullPath(window.location.pathname, PATHS.privacy), window.location.origin).href;
