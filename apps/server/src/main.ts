// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { createApp, type App } from './app.ts';
import { readArguments, USAGE } from './arguments.ts';
import { banner } from './banner.ts';
import { collectGarbage, letHeapGrow } from './heap.ts';
import { dataLocation } from './platform/storage/location.ts';
import {
  describeConfiguration,
  readConfiguration,
  type Configuration,
} from './platform/config/configuration.ts';
import { certificateFiles, configurationProblems } from './platform/config/consistency.ts';
import { originHere } from './platform/config/message-settings.ts';
import { createLogger } from './platform/telemetry/logging.ts';
import { listen } from './platform/http/listen.ts';
import { openOperatorPort } from './platform/http/operator-port.ts';
import { loadSecrets } from './platform/crypto/secrets.ts';
import { FolderInUseError } from './platform/storage/lock.ts';
import type { WebBuild } from './modules/web/index.ts';

/** Longest wait for running work when stopping, ms. The rest is stored and resumed at the next start. */
const STOP_TIMEOUT_MS = 15_000;
/** From the start until its garbage is collected, ms: not while the first people wait for a page. */
const COLLECT_AFTER_MS = 10_000;

const here = path.dirname(fileURLToPath(import.meta.url));

/** The repository's root, seen from the bundle in apps/server/dist; else the folder the server was started in. */
function rootDirectory(): string {
  const root = path.resolve(here, '../../..');
  return existsSync(path.join(root, 'apps/web')) ? root : process.cwd();
}

function webBuilds(
  configuration: Configuration,
): readonly [consumer: WebBuild, enterprise: WebBuild, admin: WebBuild] {
  const directory = path.resolve(
    configuration.PERFUSE_WEB_DIR ?? path.join(rootDirectory(), 'apps/web/dist'),
  );
  return [
    { directory: path.join(directory, 'consumer'), prefixes: ['/', '/app'] },
    { directory: path.join(directory, 'enterprise'), prefixes: ['/org'] },
    { directory: path.join(rootDirectory(), 'apps/admin/dist'), prefixes: [ADMIN_PATH] },
  ];
}

const isBuilt = ({ directory }: WebBuild): boolean =>
  existsSync(path.join(directory, 'index.html'));

/**
 * Only the default folder may lack the app, before it is built. @returns one line if a folder that was set lacks it.
 */
function webProblems(configuration: Configuration): readonly string[] {
  const { PERFUSE_WEB_DIR: folder } = configuration;
  const [consumer, enterprise] = webBuilds(configuration);
  return folder === undefined || isBuilt(consumer) || isBuilt(enterprise)
    ? []
    : [`PERFUSE_WEB_DIR must contain the web build consumer or enterprise: ${folder} has neither`];
}

function stopOnSignals(app: App, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const drained = signal === 'SIGTERM' ? app.drain() : Promise.resolve();
    const ended = drained.then(() => {
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      return app.close();
    });
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Opens the operator's port, which reports the shutdown until the process ends. */
async function openOperatorPortOf(
  configuration: Configuration,
  { platform, checks }: App,
): Promise<void> {
  const { PERFUSE_METRICS_PORT: port, PERFUSE_METRICS_HOST: host } = configuration;
  if (port === undefined) return;
  const { metrics, log } = platform;
  const connections = {
    connections: configuration.PERFUSE_CONNECTIONS_ADDRESS,
    sockets: configuration.PERFUSE_SOCKETS_ADDRESS,
  };
  const { server } = await openOperatorPort(port, host, { metrics, checks, log, connections });
  process.stdout.write(
    `Metrics and health on ${originHere('http', host, portOf(server.address()))}/metrics\n`,
  );
}

async function start(configuration: Configuration): Promise<void> {
  letHeapGrow();
  // The notices below may be lost, like lines of the log.
  process.stdout.on('error', () => undefined);
  const log = createLogger(configuration.PERFUSE_LOG_LEVEL);
  const builds = webBuilds(configuration);
  const creating = createApp({
    configuration,
    workerFile: path.join(here, 'analysis-worker.mjs'),
    webBuilds: builds,
    log,
  });
  // Also during a start, which takes long while a large database is checked: unhandled, the signal ends the process.
  process.on('SIGHUP', () => {
    // A start that fails is reported below.
    void creating.then(
      (app) => app.rereadSecrets(),
      () => undefined,
    );
  });
  const app = await creating;
  stopOnSignals(app, log);
  try {
    await openOperatorPortOf(configuration, app);
    await listen(app.http, { port: configuration.PORT, host: configuration.HOST });
  } catch (error) {
    // Close the store cleanly: otherwise the next start would check all of it.
    await app.close();
    throw error;
  }
  const port = portOf(app.http.server.address());
  const scheme = certificateFiles(configuration) === null ? 'http' : 'https';
  const [consumer, enterprise] = builds;
  process.stdout.write(
    banner({
      origin: originHere(scheme, configuration.HOST, port),
      dataLocation: dataLocation(configuration),
      installation: app.installation,
      editions: { consumer: isBuilt(consumer), enterprise: isBuilt(enterprise) },
    }),
  );
  setTimeout(collectGarbage, COLLECT_AFTER_MS).unref();
}

/** An operator's mistakes in one line, everything else with its stack trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code: unknown = Reflect.get(error, 'code');
  const expected = error instanceof FolderInUseError || typeof code === 'string';
  const cause = error.cause instanceof Error ? `\n${error.cause.stack ?? ''}` : '';
  return expected ? error.message : `${error.stack ?? error.message}${cause}`;
}

function fail(what: string, error: unknown): never {
  process.stderr.write(`${what}: ${explain(error)}\n`);
  process.exit(1);
}

function complain(problems: readonly string[]): void {
  process.stderr.write(`The configuration is not valid:\n  ${problems.join('\n  ')}\n`);
  process.exitCode = 2;
}

async function writeSecrets(file: string): Promise<void> {
  const isThere = existsSync(file);
  await loadSecrets(path.dirname(file), path.resolve(file));
  process.stdout.write(`${file} ${isThere ? 'already exists' : 'was created'}\n`);
}

async function main(): Promise<void> {
  const command = readArguments(process.argv.slice(2));
  if (command.task === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  if (command.task === 'refuse') {
    process.stderr.write(`${command.reason}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const read = readConfiguration(process.env);
  if (!read.ok) {
    complain(read.reason);
    return;
  }
  if (command.task === 'write-secrets') {
    await writeSecrets(command.file).catch((error: unknown) =>
      fail('The secrets could not be written', error),
    );
    return;
  }
  const missing = webProblems(read.value);
  if (command.task === 'check') {
    const problems = [...missing, ...(await configurationProblems(read.value))];
    process.stdout.write(`${describeConfiguration(read.value)}\n`);
    if (problems.length > 0) complain(problems);
    return;
  }
  if (missing.length > 0) {
    complain(missing);
    return;
  }
  await start(read.value).catch((error: unknown) => fail('Perfuse could not start', error));
}

await main();
