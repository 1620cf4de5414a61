// SPDX-License-Identifier: Apache-2.0
/** What other modules may use of this one. */
export { createEvents, type Events } from './events.ts';
export type { Webhooks } from './webhooks.ts';
