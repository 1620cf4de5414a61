// SPDX-License-Identifier: Apache-2.0
/** Reports what is wrong with this installation, and what to do about it. */
import { emailSchema } from '@perfuse/contract/account/identity';
import { z } from '@perfuse/contract/schema';
import type { Configuration } from '../../platform/config/configuration.ts';
import { examine, type Stored } from '../doctor/examine.ts';
import type { Finding, FindingState } from '../doctor/finding.ts';
import { EXIT } from '../failure.ts';
import { openOperator } from '../operator.ts';
import { plain } from '../output.ts';
import { examples, handleWithoutStore } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';

async function readStored(configuration: Configuration): Promise<Stored> {
  const operator = await openOperator(configuration);
  try {
    return {
      rows: await operator.configurations.list(),
      checkTarget: operator.checkTarget,
      failedMessages: (await operator.accounts.outbox.counts()).failed,
    };
  } finally {
    await operator.close();
  }
}

const MARK: Readonly<Record<FindingState, string>> = {
  ok: 'ok      ',
  warning: 'WARNING ',
  failed: 'FAILED  ',
  skipped: 'skipped ',
};
const INDENT = ' '.repeat(MARK.ok.length);

function lines({ check, state, found, advice }: Finding): readonly string[] {
  const first = `${MARK[state]}${check}: ${plain(found)}`;
  return advice === null ? [first] : [first, `${INDENT}→ ${plain(advice)}`];
}

export function addDoctor(program: TerminalCommand): void {
  const doctor = program
    .command('doctor')
    .description('check this installation and suggest how to fix problems')
    .option('--send-to <email>', 'send a test email to this address');
  handleWithoutStore(
    doctor,
    z.object({ sendTo: z.optional(emailSchema) }),
    async ({ sendTo }, configuration, { environment }) => {
      const findings = await examine({
        configuration,
        environment,
        sendTo,
        read: () => readStored(configuration),
      });
      const count = (wanted: FindingState): number =>
        findings.filter(({ state }) => state === wanted).length;
      const counts = {
        failed: count('failed'),
        warnings: count('warning'),
        ok: count('ok'),
        skipped: count('skipped'),
      };
      const summary = `${String(counts.failed)} failed, ${String(counts.warnings)} warnings, ${String(counts.ok)} ok, ${String(counts.skipped)} skipped.`;
      return {
        result: { isHealthy: counts.failed === 0, ...counts, findings },
        text: [...findings.flatMap(lines), '', summary].join('\n'),
        exit: counts.failed === 0 ? undefined : EXIT.failed,
      };
    },
  );
  examples(doctor, 'perfuse doctor', 'perfuse doctor --send-to me@acme.example');
}
