// SPDX-License-Identifier: Apache-2.0
import { filled, hostList, onOff } from './rules.ts';

/** Settings of what the server shows to the network, and of how it calls others. */
export const NETWORK_SETTINGS = {
  PERFUSE_TLS_CERTIFICATE: {
    schema: filled,
    meaning:
      'File of the certificate (PEM, with those it hangs on): with it and PERFUSE_TLS_KEY the server speaks https on PORT, TLS 1.2 and 1.3. Read again on SIGHUP. None by default: a proxy in front speaks https.',
  },
  PERFUSE_TLS_KEY: {
    schema: filled,
    meaning: 'File of the private key of that certificate (PEM, without a passphrase).',
  },
  PERFUSE_TLS_OUTBOUND: {
    schema: onOff,
    meaning:
      'Whether this server calls others by TLS alone, this machine apart: DATABASE_URL must say sslmode=verify-full, PERFUSE_SMS_URL and PERFUSE_TRACES_URL https, smtp:// goes on with STARTTLS or not at all, and PERFUSE_PRIVATE_TARGETS are posted to by https.',
  },
  PERFUSE_OUTBOUND_HOSTS: {
    schema: hostList,
    meaning:
      'Hosts that webhooks and results may be posted to, such as hooks.example.org; with a dot in front, all below that name. Any by default.',
  },
} as const;
