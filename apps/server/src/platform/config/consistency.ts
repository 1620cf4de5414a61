// SPDX-License-Identifier: Apache-2.0
/** Rules that involve several settings or the files that they name. */
import { readCertificate, type CertificateFiles } from './certificate.ts';
import { isLoopback } from './addresses.ts';
import type { Configuration } from './settings.ts';

/** The files of the certificate, or null if the server uses plain http. */
export function certificateFiles({
  PERFUSE_TLS_CERTIFICATE: certificate,
  PERFUSE_TLS_KEY: key,
}: Configuration): CertificateFiles | null {
  return certificate === undefined || key === undefined ? null : { certificate, key };
}

/** Whether an address leads to this machine, without a network. */
const isLocal = (hostname: string): boolean =>
  hostname === '' || hostname.startsWith('/') || isLoopback(hostname);

function isSecureDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const modes = searchParams.getAll('sslmode');
  return (
    isLocal(searchParams.get('host') ?? hostname) ||
    (modes.length > 0 && modes.every((mode) => mode === 'verify-full'))
  );
}

/** Addresses that would be called without TLS although that is ruled out, one line each. */
function openCalls(configuration: Configuration): readonly string[] {
  if (!configuration.PERFUSE_TLS_OUTBOUND) return [];
  const database = configuration.DATABASE_URL;
  const isBare = (address: string | undefined): boolean =>
    address?.startsWith('http:') === true && !isLocal(new URL(address).hostname);
  const wanted = (['PERFUSE_SMS_URL', 'PERFUSE_TRACES_URL'] as const).filter((name) =>
    isBare(configuration[name]),
  );
  return [
    ...(database === undefined || isSecureDatabase(database)
      ? []
      : ['DATABASE_URL must contain sslmode=verify-full: PERFUSE_TLS_OUTBOUND is on']),
    ...wanted.map((name) => `${name} must be an https address: PERFUSE_TLS_OUTBOUND is on`),
  ];
}

/** @returns one line for each setting that contradicts others. */
export function contradictions(configuration: Configuration): readonly string[] {
  const { PERFUSE_TLS_CERTIFICATE: certificate, PERFUSE_TLS_KEY: key } = configuration;
  const lines: string[] = [];
  if ((certificate === undefined) !== (key === undefined))
    lines.push('PERFUSE_TLS_CERTIFICATE and PERFUSE_TLS_KEY must be set together');
  return [...lines, ...openCalls(configuration)];
}

/** Reads the files that settings name. @returns one line for each that cannot be used. */
export async function configurationProblems(
  configuration: Configuration,
): Promise<readonly string[]> {
  const files = certificateFiles(configuration);
  if (files === null) return [];
  try {
    await readCertificate(files);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
