// SPDX-License-Identifier: Apache-2.0
import type { Configuration } from './configuration.ts';
import { certificateFiles } from './consistency.ts';

/**
 * Whether accounts confirm their email address. Without a mail server nobody would receive the link, and the first
 * person to sign up would be stuck.
 */
export const confirmsEmail = (configuration: Configuration): boolean =>
  configuration.PERFUSE_CONFIRM_EMAIL ?? configuration.PERFUSE_SMTP_URL !== undefined;

/** The origin by which a server that listens on a host is reached from this machine. */
export function originHere(scheme: 'http' | 'https', host: string, port: number): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}:${String(port)}`;
}

/** The origin by which people reach the app, without a trailing slash. */
export function publicUrl(configuration: Configuration): string {
  const { PERFUSE_PUBLIC_URL, HOST, PORT } = configuration;
  if (PERFUSE_PUBLIC_URL !== undefined) return PERFUSE_PUBLIC_URL;
  return originHere(certificateFiles(configuration) === null ? 'http' : 'https', HOST, PORT);
}
