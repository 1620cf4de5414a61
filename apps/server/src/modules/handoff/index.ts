// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export { createHandOffs } from './handoff.ts';
