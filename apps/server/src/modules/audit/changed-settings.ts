// SPDX-License-Identifier: Apache-2.0
import { isRecord } from '@perfuse/contract/is-record';

/** Paths of what differs between two settings, such as `branding.pageTitle`: for the audit log, without a value. */
export function changedSettings(before: unknown, after: unknown, path = ''): readonly string[] {
  if (!isRecord(before) || !isRecord(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const inner = path === '' ? name : `${path}.${name}`;
    // An added or removed group is reported by the paths of its fields.
    const left = before[name] ?? (isRecord(after[name]) ? {} : undefined);
    const right = after[name] ?? (isRecord(before[name]) ? {} : undefined);
    return changedSettings(left, right, inner);
  });
}

/** Paths of the wanted fields that differ from the present ones; undefined ones stay as they are. */
export const changedFields = (present: object, wanted: object): readonly string[] => {
  const fields: [string, unknown][] = Object.entries(wanted);
  const named = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return changedSettings(present, { ...present, ...named });
};
