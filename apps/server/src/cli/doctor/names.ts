// SPDX-License-Identifier: Apache-2.0
/** Checks that the addresses this installation posts to have resolvable names and may be posted to. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { bareHost } from '../../platform/config/addresses.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import type { CheckTarget, RefusalCode } from '../../platform/outbound/guarded-post.ts';
import { TARGETS, type ConfigurationRow } from '../../modules/organisations/index.ts';
import { reasonOf } from '../../platform/telemetry/error-code.ts';
import { failed, ok, type Finding } from './finding.ts';

/** An address that is posted to, and the check that reports on it. */
interface Target {
  readonly check: string;
  readonly address: string;
  /** Whether an organisation chose it: then it must be one that may be posted to. */
  readonly isGuarded: boolean;
}

/** What to do about an address that is refused. */
const ADVICE: Readonly<Partial<Record<RefusalCode, string>>> = {
  ADDRESS_REFUSED:
    'It is a private address. If it is yours, add it to PERFUSE_PRIVATE_TARGETS; otherwise correct the configuration.',
  HOST_REFUSED: 'Add its host to PERFUSE_OUTBOUND_HOSTS, or correct the configuration.',
  PROTOCOL_REFUSED: 'Use an https address.',
};

async function unresolved(hostname: string): Promise<string | null> {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return null;
  try {
    await lookup(host);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

async function checkTarget(
  { check, address, isGuarded }: Target,
  allows: CheckTarget,
): Promise<Finding> {
  const { hostname } = new URL(address);
  const why = await unresolved(hostname);
  if (why !== null) {
    return failed(
      check,
      `The name ${hostname} cannot be resolved: ${why}`,
      'Correct the address, or the DNS servers of this machine (/etc/resolv.conf).',
    );
  }
  const refusal = isGuarded ? await allows(address) : null;
  if (refusal === null) return ok(check, `${hostname} resolves to an allowed address.`);
  return failed(
    check,
    `Posts to ${hostname} are refused: ${refusal}`,
    ADVICE[refusal] ?? 'Correct the configuration.',
  );
}

const ofConfigurations = (rows: readonly ConfigurationRow[]): readonly Target[] =>
  rows.flatMap(({ id, settings }) =>
    TARGETS.flatMap((name) => {
      const address = settings[name];
      return address === undefined
        ? []
        : [{ check: `webhook.${id}.${name}`, address, isGuarded: true }];
    }),
  );

const ofSettings = (configuration: Configuration): readonly Target[] =>
  (['PERFUSE_SMS_URL', 'PERFUSE_TRACES_URL'] as const).flatMap((name) => {
    const address = configuration[name];
    return address === undefined ? [] : [{ check: `names.${name}`, address, isGuarded: false }];
  });

/** Checks the webhooks and results APIs of all configurations, the text-message gateway and the trace collector. */
export function checkNames(
  configuration: Configuration,
  rows: readonly ConfigurationRow[],
  allows: CheckTarget,
): Promise<readonly Finding[]> {
  const targets = [...ofSettings(configuration), ...ofConfigurations(rows)];
  return Promise.all(targets.map((target) => checkTarget(target, allows)));
}
