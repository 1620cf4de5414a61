// SPDX-License-Identifier: Apache-2.0
/** `npm run example:integrator`: a server that sends people to Perfuse and shows what comes back. */
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readAssets } from './assets.ts';
import { CommandError, commandLine } from './operator.ts';
import { createExample } from './server.ts';
import { setUp } from './setup.ts';

const HELP = `Example server of an integrator.

  --perfuse <address>   address of the running Perfuse server (http://localhost:4300)
  --port <number>       port of this server (4400)
  --data-dir <folder>   data folder of Perfuse (PERFUSE_DATA_DIR or ./data)

Start Perfuse with permission to post events and results to this machine:
  PERFUSE_PRIVATE_TARGETS=loopback npm start
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', origin))).ok;
  } catch {
    return false;
  }
}

const { values } = parseArgs({
  options: {
    perfuse: { type: 'string', default: 'http://localhost:4300' },
    port: { type: 'string', default: '4400' },
    'data-dir': { type: 'string', default: process.env['PERFUSE_DATA_DIR'] ?? './data' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  if (values.help) {
    say(HELP);
    return 0;
  }
  const root = process.cwd();
  const perfuseOrigin = new URL(values.perfuse).origin;
  if (!(await isReady(perfuseOrigin))) {
    say(`Perfuse does not respond at ${perfuseOrigin}. Start it first:\n`);
    say('  PERFUSE_PRIVATE_TARGETS=loopback npm start');
    return 1;
  }
  const ownOrigin = `http://localhost:${values.port}`;
  const dataDir = path.resolve(root, values['data-dir']);
  const settings = await setUp({
    perfuse: commandLine({ root, dataDir, onCommand: (command) => say(`$ ${command}`) }),
    file: path.join(root, '.cache', 'example-integrator', 'settings.json'),
    dataDir,
    ownOrigin,
  });
  const assets = await readAssets(path.join(root, 'examples/integrator/assets'));
  const server = createExample({ settings, perfuseOrigin, assets, log: say });
  server.on('error', (error) => {
    say(`Port ${values.port} cannot be used: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(Number(values.port), 'localhost', () => say(`\nOpen ${ownOrigin}/\n`));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
