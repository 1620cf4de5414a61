// SPDX-License-Identifier: Apache-2.0
/** `npm run settings:print`: writes the reference of the settings. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { settingsReference } from './reference.ts';

const FILE = 'docs/reference/configuration.md';

writeFileSync(FILE, settingsReference());
process.stdout.write(`${FILE}\n`);
