// SPDX-License-Identifier: Apache-2.0
/** What one setting says about another. */
import type { CertificateFiles } from '../http/certificate.ts';
import { readCertificate } from '../http/certificate.ts';
import type { Configuration } from './configuration.ts';

/** The files of the certificate, or null where the server speaks plain http. */
export function certificateFiles({
  PERFUSE_TLS_CERTIFICATE: certificate,
  PERFUSE_TLS_KEY: key,
}: Configuration): CertificateFiles | null {
  return certificate === undefined || key === undefined ? null : { certificate, key };
}

/** @returns one line for each setting that does not go with the others. */
export function contradictions(configuration: Configuration): readonly string[] {
  const { PERFUSE_TLS_CERTIFICATE: certificate, PERFUSE_TLS_KEY: key } = configuration;
  const lines: string[] = [];
  if ((certificate === undefined) !== (key === undefined))
    lines.push('PERFUSE_TLS_CERTIFICATE and PERFUSE_TLS_KEY must be set together');
  if (configuration.PERFUSE_TLS_REDIRECT_PORT !== undefined && certificate === undefined)
    lines.push('PERFUSE_TLS_REDIRECT_PORT needs PERFUSE_TLS_CERTIFICATE');
  return lines;
}

/** Looks at what settings name. @returns one line for each that cannot be used. */
export async function unusable(configuration: Configuration): Promise<readonly string[]> {
  const files = certificateFiles(configuration);
  if (files === null) return [];
  const read = await readCertificate(files);
  return read.ok ? [] : [read.reason];
}
