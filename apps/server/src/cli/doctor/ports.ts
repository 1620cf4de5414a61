// SPDX-License-Identifier: Apache-2.0
/** Checks what listens on the ports of the settings. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { bareHost } from '../../platform/config/addresses.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import { certificateFiles, configurationProblems } from '../../platform/config/consistency.ts';
import { originHere } from '../../platform/config/message-settings.ts';
import { reasonOf } from '../../platform/telemetry/error-code.ts';
import { failed, ok, skipped, warning, type Finding } from './finding.ts';
import { ask } from './web-request.ts';

const onThisMachine = (scheme: 'http' | 'https', host: string, port: number): URL =>
  new URL('/health/live', originHere(scheme, host, port));

async function isPerfuse(url: URL): Promise<boolean> {
  const { status, body } = await ask(url);
  // The operator port answers in plain text, the public one in JSON.
  return status === 200 && (body.trim() === 'live' || body.includes('"live"'));
}

/** With TLS it is enough that something listens: the certificate cannot be verified for this machine's name. */
async function isServer(configuration: Configuration): Promise<boolean> {
  const { HOST: host, PORT: port } = configuration;
  if (certificateFiles(configuration) === null) {
    return isPerfuse(onThisMachine('http', host, port));
  }
  const { hostname } = onThisMachine('https', host, port);
  const socket = connect({ host: bareHost(hostname), port });
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}

async function checkCertificate(configuration: Configuration): Promise<readonly Finding[]> {
  if (certificateFiles(configuration) === null) return [];
  const check = 'ports.certificate';
  const [problem] = await configurationProblems(configuration);
  if (problem === undefined) return [ok(check, 'The certificate and its key can be used.')];
  const advice = 'Correct the file, then send SIGHUP to the server.';
  return [failed(check, problem, advice)];
}

const ofAnother = (check: string, setting: string, port: number): Finding =>
  failed(
    check,
    `Another program listens on port ${String(port)}.`,
    `Stop it (ss -ltnp shows it), or set ${setting} to a free port.`,
  );

/** @param isPublic whether people reach the installation: then its server may be on another machine. */
async function checkPort(configuration: Configuration, isPublic: boolean): Promise<Finding> {
  const check = 'ports.PORT';
  const { HOST: host, PORT: port } = configuration;
  if (port === 0) return skipped(check, 'PORT is 0: the server takes any free port.');
  try {
    if (await isServer(configuration)) {
      return ok(check, `The server listens on port ${String(port)}.`);
    }
    return ofAnother(check, 'PORT', port);
  } catch (error) {
    const found = `Nothing answers on port ${String(port)} of ${host}: ${reasonOf(error)}`;
    if (isPublic) {
      return skipped(check, `${found}. The public address answers: its server runs elsewhere.`);
    }
    return failed(check, found, 'Start the server, with the same PORT and HOST.');
  }
}

async function checkOperatorPort(configuration: Configuration): Promise<Finding> {
  const check = 'ports.PERFUSE_METRICS_PORT';
  const { PERFUSE_METRICS_HOST: host, PERFUSE_METRICS_PORT: port } = configuration;
  if (port === undefined) {
    return skipped(check, 'PERFUSE_METRICS_PORT is not set: there are no metrics.');
  }
  if (port === 0)
    return skipped(check, 'PERFUSE_METRICS_PORT is 0: the server takes any free port.');
  try {
    if (await isPerfuse(onThisMachine('http', host, port))) {
      return ok(check, `Metrics and health are on port ${String(port)}.`);
    }
    return ofAnother(check, 'PERFUSE_METRICS_PORT', port);
  } catch (error) {
    return warning(
      check,
      `Nothing answers on the operator port ${String(port)}: ${reasonOf(error)}`,
      'Start the server with the same PERFUSE_METRICS_PORT, or run this command on its machine.',
    );
  }
}

/** @param isPublic whether the public address answers. */
export const checkPorts = async (
  configuration: Configuration,
  isPublic: boolean,
): Promise<readonly Finding[]> => [
  ...(await checkCertificate(configuration)),
  await checkPort(configuration, isPublic),
  await checkOperatorPort(configuration),
];
