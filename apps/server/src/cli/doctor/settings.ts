// SPDX-License-Identifier: Apache-2.0
/** Settings that are valid, but unusual for an installation in production. */
import { isLoopback } from '../../platform/config/addresses.ts';
import { certificateFiles } from '../../platform/config/consistency.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import { ok, warning, type Finding } from './finding.ts';

interface Oddity {
  readonly setting: string;
  readonly isOdd: (configuration: Configuration) => boolean;
  readonly found: string;
  readonly advice: string;
}

const isListeningOpenly = (configuration: Configuration): boolean =>
  !isLoopback(configuration.HOST) &&
  certificateFiles(configuration) === null &&
  configuration.PERFUSE_TRUST_PROXY.length === 0;

const ODDITIES: readonly Oddity[] = [
  {
    setting: 'PERFUSE_PUBLIC_URL',
    isOdd: ({ PERFUSE_PUBLIC_URL }) => PERFUSE_PUBLIC_URL === undefined,
    found: 'PERFUSE_PUBLIC_URL is not set: links in emails point to this machine.',
    advice: 'Set it to the https address that people use, such as https://perfuse.example.org.',
  },
  {
    setting: 'PERFUSE_DEMO',
    isOdd: ({ PERFUSE_DEMO }) => PERFUSE_DEMO,
    found: 'The demo is on: anybody can sign up with the access code DEMO, or use /org/i/demo.',
    advice: 'Set PERFUSE_DEMO=off; the next start removes both.',
  },
  {
    setting: 'PERFUSE_TRUST_PROXY',
    isOdd: isListeningOpenly,
    found:
      'The server listens on the network in plain http, and trusts no proxy: it cannot tell whether people use https.',
    advice:
      'Behind a proxy, set PERFUSE_TRUST_PROXY to its address. Without one, set PERFUSE_TLS_CERTIFICATE and PERFUSE_TLS_KEY.',
  },
  {
    setting: 'PERFUSE_MAIL_FROM',
    isOdd: ({ PERFUSE_SMTP_URL, PERFUSE_MAIL_FROM }) =>
      PERFUSE_SMTP_URL !== undefined && /@localhost>?$/.test(PERFUSE_MAIL_FROM),
    found: 'PERFUSE_MAIL_FROM is an address at localhost: most mail servers refuse it.',
    advice: 'Set it to an address in your domain, such as "Acme <no-reply@acme.example>".',
  },
  {
    setting: 'PERFUSE_LOG_LEVEL',
    isOdd: ({ PERFUSE_LOG_LEVEL }) => ['trace', 'debug', 'silent'].includes(PERFUSE_LOG_LEVEL),
    found: 'PERFUSE_LOG_LEVEL is not suitable for production.',
    advice: 'Set it to info.',
  },
  {
    setting: 'PERFUSE_SHOW_LOGS',
    isOdd: ({ PERFUSE_SHOW_LOGS }) => PERFUSE_SHOW_LOGS,
    found: "PERFUSE_SHOW_LOGS is on: people see the app's log lines.",
    advice: 'Set it to off.',
  },
  {
    setting: 'PERFUSE_RECORDED_SOURCE',
    isOdd: ({ PERFUSE_RECORDED_SOURCE }) => PERFUSE_RECORDED_SOURCE,
    found: 'PERFUSE_RECORDED_SOURCE is on: people can measure any video instead of themselves.',
    advice: 'Set it to off, unless this installation is for evaluation.',
  },
  {
    setting: 'PERFUSE_PRIVATE_TARGETS',
    isOdd: ({ PERFUSE_PRIVATE_TARGETS }) => PERFUSE_PRIVATE_TARGETS.includes('loopback'),
    found:
      'PERFUSE_PRIVATE_TARGETS includes loopback: organisations can make the server post to this machine.',
    advice: 'Remove it, or list only the address that is needed.',
  },
];

/** One finding for each odd setting, or one that there is none. */
export function checkSettings(configuration: Configuration): readonly Finding[] {
  const odd = ODDITIES.filter(({ isOdd }) => isOdd(configuration));
  if (odd.length === 0) return [ok('settings', 'No setting is unusual for production.')];
  return odd.map(({ setting, found, advice }) => warning(`settings.${setting}`, found, advice));
}
