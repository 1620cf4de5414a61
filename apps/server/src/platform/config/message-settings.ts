// SPDX-License-Identifier: Apache-2.0
import type { Configuration } from './configuration.ts';
import { certificateFiles } from './consistency.ts';

/** Without a mail server the link could not be read, and the first person to sign up would be stuck. */
export const confirmsEmail = (configuration: Configuration): boolean =>
  configuration.PERFUSE_CONFIRM_EMAIL ?? configuration.PERFUSE_SMTP_URL !== undefined;

/** Where what listens on a host is reached from this machine. */
export function originHere(scheme: 'http' | 'https', host: string, port: number): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}:${String(port)}`;
}

/** Where people reach the app, without a slash behind it. */
export function publicUrl(configuration: Configuration): string {
  const { PERFUSE_PUBLIC_URL, HOST, PORT } = configuration;
  if (PERFUSE_PUBLIC_URL !== undefined) return PERFUSE_PUBLIC_URL;
  return originHere(certificateFiles(configuration) === null ? 'http' : 'https', HOST, PORT);
}
