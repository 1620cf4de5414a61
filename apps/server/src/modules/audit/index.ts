// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export { AuditLog, type AuditedAction } from './audit-log.ts';
export { AuditRepository } from './audit-repository.ts';
export { changedFields, changedSettings } from './changed-settings.ts';
