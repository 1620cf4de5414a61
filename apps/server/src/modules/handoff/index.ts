// SPDX-License-Identifier: Apache-2.0
/** What other modules may use of this one. */
export { createHandOffs } from './handoff.ts';
