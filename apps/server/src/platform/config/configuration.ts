// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { z } from '@perfuse/contract/schema';
import { SECRET_SETTINGS } from './account-settings.ts';
import { contradictions } from './consistency.ts';
import { withSecretsFromFiles } from './secret-files.ts';
import { defaults, isSetting, SETTINGS, settingsSchema, type Configuration } from './settings.ts';

export type { Configuration };

/** Settings of the web build and of the tools, which share the environment with the server. */
const OTHERS = /^PERFUSE_(?:EDITION|QUIRKS|CHROMIUM|BROWSER|BACKEND|TEST_\w+)$/;

/**
 * Reads the settings from the environment, without white space around a value. An empty variable counts as absent; a
 * secret may be in a file instead, named by the variable with the suffix `_FILE`.
 * @returns the settings, or one line for each variable that is unknown, breaks its rule or contradicts another one.
 */
export function readConfiguration(
  variables: NodeJS.ProcessEnv,
): Outcome<Configuration, readonly string[]> {
  // A file of settings with CRLF, read by a container engine, leaves a CR at the end of each value.
  const trimmed = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value?.trim()]),
  );
  const filed = withSecretsFromFiles(trimmed, SECRET_SETTINGS);
  if (!filed.ok) return filed;
  const environment = filed.value;
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== '' && (isSetting(name) || name.startsWith('PERFUSE_')),
  );
  const unknown = given
    .filter(([name]) => !isSetting(name) && !OTHERS.test(name))
    .map(([name]) => `${name} is not a setting of this server`);
  const parsed = settingsSchema.safeParse({
    ...defaults(environment),
    ...Object.fromEntries(given),
  });
  const broken = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
  if (parsed.success && unknown.length + broken.length === 0) return accepted(parsed.data);
  // Each entry of a list breaks the rule of the list.
  return refused([...new Set([...unknown, ...broken])]);
}

/** The settings with their meanings and present values, for `--check-config`. Secrets are only reported as set. */
export function describeConfiguration(configuration: Configuration): string {
  return Object.entries(SETTINGS)
    .map(([name, { meaning }]) => {
      const present = isSetting(name) ? configuration[name] : undefined;
      const value = SECRET_SETTINGS.has(name) && present !== undefined ? '(set)' : present;
      const shown = value === true ? 'on' : value === false ? 'off' : String(value ?? '');
      return `${name}=${shown}\n    ${meaning}`;
    })
    .join('\n');
}

/** Settings whose default depends on the machine; their meaning says how. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['PERFUSE_WORKERS']);

export interface SettingFacts {
  readonly name: string;
  readonly meaning: string;
  /** Allowed values, if the setting is a list of words. */
  readonly choices: readonly string[];
  /** The default as text; undefined if there is none, or if it depends on the machine. */
  readonly fallback: string | undefined;
  /** Whether it may come from a file, which `name_FILE` then names. */
  readonly isSecret: boolean;
}

/** Every setting, in the order of their description. */
export const settingFacts = (): readonly SettingFacts[] => {
  const fallbacks: Readonly<Record<string, string | undefined>> = defaults({});
  return Object.entries(SETTINGS).map(([name, { meaning, schema }]) => ({
    name,
    meaning,
    choices: schema instanceof z.ZodMiniEnum ? schema.options : [],
    fallback: OF_THE_MACHINE.has(name) ? undefined : fallbacks[name],
    isSecret: SECRET_SETTINGS.has(name),
  }));
};
