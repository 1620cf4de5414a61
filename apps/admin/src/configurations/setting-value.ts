// SPDX-License-Identifier: Apache-2.0
import { isRecord } from '@perfuse/contract/is-record';

export type Settings = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where the default applies. */
export function settingAt(settings: Settings, path: string): unknown {
  let value: unknown = settings;
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** Settings with one changed; undefined removes it, along with a group that becomes empty. */
export function withSetting(settings: Settings, path: string, value: unknown): Settings {
  const [name = '', ...deeper] = path.split('.');
  const { [name]: present, ...others } = settings;
  if (deeper.length === 0) return value === undefined ? others : { ...settings, [name]: value };
  const group = withSetting(isRecord(present) ? present : {}, deeper.join('.'), value);
  return Object.keys(group).length === 0 ? others : { ...settings, [name]: group };
}
