// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { filled, hostList, onOff } from './rules.ts';

/** Settings of the server's TLS and of its outgoing calls. */
export const NETWORK_SETTINGS = {
  PERFUSE_TLS_CERTIFICATE: {
    schema: z.optional(filled),
    meaning:
      'File of the certificate (PEM, with the intermediate certificates). With it and PERFUSE_TLS_KEY, the server serves https on PORT with TLS 1.2 and 1.3. Read again on SIGHUP. None by default: a proxy in front serves https.',
  },
  PERFUSE_TLS_KEY: {
    schema: z.optional(filled),
    meaning: 'File of the private key of that certificate (PEM, without a passphrase).',
  },
  PERFUSE_TLS_OUTBOUND: {
    schema: onOff,
    meaning:
      'Whether this server connects to others only with TLS, except on this machine: DATABASE_URL needs sslmode=verify-full, PERFUSE_SMS_URL and PERFUSE_TRACES_URL must be https, smtp:// uses STARTTLS or fails, and PERFUSE_PRIVATE_TARGETS are only used over https.',
  },
  PERFUSE_OUTBOUND_HOSTS: {
    schema: hostList,
    meaning:
      'Hosts that webhooks and results may be posted to, such as hooks.example.org. A leading dot means all its subdomains. Any by default.',
  },
} as const;
