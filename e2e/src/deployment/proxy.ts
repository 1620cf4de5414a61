// SPDX-License-Identifier: Apache-2.0
/** nginx with the configuration of deploy/, on free ports of this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { freePort } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { selfSigned } from '@perfuse/testing/certificate';
import { ensureNginx, type Nginx } from './find-nginx.ts';

export const CONFIGURATION = path.join(CHECKOUT, 'deploy/nginx.conf');
/** nginx started by root would switch accounts itself; as this user all of it runs unprivileged. */
const NOBODY = 65_534;
const START_LIMIT_MS = 30_000;

export interface Proxy {
  /** `https://localhost:port` */
  readonly origin: string;
  /** `http://localhost:port` */
  readonly plainOrigin: string;
  /** Authority of its certificate, PEM. */
  readonly authority: string;
  /** The logged requests. */
  readonly accessLog: () => string;
  readonly errorLog: () => string;
  readonly stop: () => Promise<void>;
}

interface ProxyAddresses {
  readonly plainPort: number;
  readonly port: number;
  readonly folder: string;
  readonly servers: readonly [string, string];
  /** Account of nginx's workers when root starts it; null for the account that starts it. */
  readonly user: string | null;
}

/** The original file with other addresses and folders. @throws Error unless it contains each replaced text once. */
export function rendered(
  text: string,
  { plainPort, port, folder, servers, user: account }: ProxyAddresses,
): string {
  const user = account === null ? '' : `user ${account};\n`;
  const inFolder = (name: string): string => path.join(folder, name);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${inFolder(name)};\n`)
    .join('');
  const exchanged: readonly (readonly [string, string])[] = [
    ['worker_processes auto;', `${user}worker_processes 2;\ndaemon off;\npid ${inFolder('pid')};`],
    ['http {\n', `http {\n${temporary}`],
    ['access_log /dev/stdout', `access_log ${inFolder('access.log')}`],
    ['error_log /dev/stderr', `error_log ${inFolder('error.log')}`],
    ['server one:4300', `server ${servers[0]}`],
    ['server two:4300', `server ${servers[1]}`],
    ['listen 80;', `listen 127.0.0.1:${String(plainPort)};`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${String(port)} ssl`],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['/etc/nginx/tls/fullchain.pem', inFolder('certificate.pem')],
    ['/etc/nginx/tls/privkey.pem', inFolder('key.pem')],
  ];
  return exchanged.reduce((whole, [was, is]) => {
    if (whole.split(was).length !== 2)
      throw new Error(`deploy/nginx.conf does not say once: ${was}`);
    return whole.replace(was, () => is);
  }, text);
}

/** Unprivileged where nginx can start that way: a checkout owned by root may be closed to other accounts. */
function accountFor({ program, environment }: Nginx): { uid?: number; gid?: number } {
  const nobody = { uid: NOBODY, gid: NOBODY };
  const isRoot = process.getuid?.() === 0;
  const starts = isRoot && spawnSync(program, ['-v'], { ...nobody, env: environment }).status === 0;
  return starts ? nobody : {};
}

/** @param servers `host:port` of both. @throws Error with the output of nginx when it does not start. */
export async function startProxy(servers: readonly [string, string]): Promise<Proxy> {
  const nginx = ensureNginx((line) => process.stderr.write(`${line}\n`));
  const directory = temporaryDirectory('nginx');
  const folder = path.join(directory.path, 'nginx');
  const { certificate, key } = selfSigned();
  const [plainPort, port] = [await freePort(), await freePort()];
  mkdirSync(folder, { mode: 0o700 });
  const account = accountFor(nginx);
  const user = process.getuid?.() === 0 && account.uid === undefined ? 'root' : null;
  const files = {
    'certificate.pem': certificate,
    'key.pem': key,
    'nginx.conf': rendered(readFileSync(CONFIGURATION, 'utf8'), {
      plainPort,
      port,
      folder,
      servers,
      user,
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  }
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const name of ['.', '..', ...Object.keys(files)]) {
      chownSync(path.join(folder, name), account.uid, account.gid);
    }
  }
  const child = spawn(
    nginx.program,
    ['-e', path.join(folder, 'start.log'), '-p', folder, '-c', path.join(folder, 'nginx.conf')],
    { ...account, env: nginx.environment, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const exited = once(child, 'exit');
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const read = (name: string): string => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const plainOrigin = `http://localhost:${String(plainPort)}`;
  const limit = performance.now() + START_LIMIT_MS;
  const answers = (): Promise<boolean> =>
    fetch(plainOrigin, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`nginx did not start: ${said}${read('start.log')}`);
    }
    await wait(25);
  }
  return {
    origin: `https://localhost:${String(port)}`,
    plainOrigin,
    authority: certificate,
    accessLog: () => read('access.log'),
    errorLog: () => `${read('start.log')}${read('error.log')}`,
    stop: async () => {
      process.off('exit', end);
      child.kill('SIGTERM');
      await exited;
      directory.remove();
    },
  };
}
