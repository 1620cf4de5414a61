// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import { VERSION } from '../platform/config/about.ts';
import { addAccessCodes } from './commands/access-codes.ts';
import { addAdministrators } from './commands/administrators.ts';
import { addAudit } from './commands/audit.ts';
import { addConfigurations } from './commands/configurations.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addBackups, addInstallation } from './commands/installation.ts';
import { addKeys } from './commands/keys.ts';
import { addLicences } from './commands/licences.ts';
import { addOrganisations } from './commands/organisations.ts';
import { addOutbox } from './commands/outbox.ts';
import { addPersonalData } from './commands/personal-data.ts';
import { addSecrets } from './commands/secrets.ts';
import { addBranches, addStudies } from './commands/studies.ts';
import { addStorage } from './commands/storage.ts';
import { addUsers } from './commands/users.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { TerminalCommand, type Terminal } from './terminal.ts';

const AFTER = `
Create an organisation and a person who can sign in:
  $ perfuse organisation create acme --name "Acme Clinic"
  $ perfuse access-code create ACME --organisation acme
  $ perfuse user create --organisation acme --email jo@acme.example --generate-password

Every command works while a server is running, except restore and storage move. Use the same environment variables as the server.
With --json, a command prints one line: {"ok":true,"command","result"} or {"ok":false,"command","error":{"code","message"}}.
Exit codes: 0 done, 1 failed, 2 wrong arguments or settings, 3 refused, 4 the data folder cannot be used.
From a checkout: npm run --silent perfuse -- <command>. Every command has its own help with examples: perfuse user create --help`;

/** Makes every command throw usage errors, which the caller reports. */
function settle(command: Command, terminal: Terminal): void {
  command.helpCommand(false).exitOverride();
  command.configureOutput({
    writeOut: (text) => terminal.stdout.write(text),
    writeErr: (text) => terminal.stderr.write(text),
    outputError: () => undefined,
  });
  for (const below of command.commands) settle(below, terminal);
}

/** The command line of operators. */
export function createProgram(terminal: Terminal): TerminalCommand {
  const program = new TerminalCommand('perfuse', terminal)
    .description('Manage an installation of Perfuse: organisations, people, their data, backups.')
    .version(VERSION)
    .option('--json', 'print JSON, for scripts')
    .option('--data-dir <folder>', 'folder of the database (default: PERFUSE_DATA_DIR or ./data)')
    .addHelpText('after', AFTER);
  addInstallation(program);
  addDoctor(program);
  addDemo(program);
  addOrganisations(program);
  addBranches(program);
  addConfigurations(program);
  addStudies(program);
  addAccessCodes(program);
  addPersonalData(addUsers(program));
  addAdministrators(program);
  addLicences(program);
  addKeys(program);
  addWebhooks(program);
  addSecrets(program);
  addOutbox(program);
  addBackups(program);
  addStorage(program);
  addAudit(program);
  settle(program, terminal);
  return program;
}
