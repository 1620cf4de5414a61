// SPDX-License-Identifier: Apache-2.0
import { settingFacts, type SettingFacts } from './configuration.ts';

const HEAD = `# Settings of the server

<!-- Made by \`npm run settings:print\` from apps/server/src/platform/config; a test holds it to that. -->

Settings are environment variables. An empty one counts as absent, an unknown one that begins with \`PERFUSE_\` stops the
start, and so does one that breaks its rule: the message names both. \`node apps/server/dist/main.mjs --check-config\` reads
them without starting, prints what holds and exits with 2 when something is wrong.

A secret may be in a file instead, named by its variable with \`_FILE\` behind it: \`DATABASE_URL_FILE=/run/secrets/database\`.
`;

const describe = ({ name, meaning, fallback, isSecret }: SettingFacts): string => {
  const value = fallback === undefined || fallback === '' ? '' : ` Default: \`${fallback}\`.`;
  const file = isSecret ? ` Secret; also as \`${name}_FILE\`.` : '';
  return `- \`${name}\`: ${meaning}${value}${file}`;
};

/** The reference of all settings, as Markdown. */
export const settingsReference = (): string =>
  `${HEAD}\n${settingFacts().map(describe).join('\n')}\n`;
