// SPDX-License-Identifier: Apache-2.0
import { deliveryMachine, RESULT_OVERDUE_MS } from '../delivery/machine.ts';
import { MEASUREMENT_BACK_OFF } from '../delivery/retry-policy.ts';
import { measurementMachine } from '../measurement/machine.ts';
import { PHASES } from '../measurement/phases.ts';
import { drawing, transitionTable } from './mermaid.ts';

const mermaid = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\``;

/** docs/reference/measurement-flow.md */
export function flowPage(): string {
  const { firstMs, factor, maxMs, giveUpAfterMs } = MEASUREMENT_BACK_OFF;
  return `# The measurement as a state machine

Generated from the machines by \`npm run flow:print\`; do not edit.

A measurement is always in exactly one of these states: ${PHASES.join(', ')}. [Errors](errors.md) lists what ends one
early, and in which state.

## Measurement

${mermaid(drawing(measurementMachine))}

${transitionTable(measurementMachine)}

## Delivery of chunks and results

It runs while the measurement is in \`running\`. A lost connection is retried after ${String(firstMs)} ms, then
${String(factor)} times as long each time up to ${String(maxMs / 1000)} s, partly random; after ${String(giveUpAfterMs / 1000)} s without a connection it stops retrying.
A chunk refused because the service is busy is resent after the same delays, over the same connection.
A result still missing ${String(RESULT_OVERDUE_MS / 1000)} s after the last chunk was sent is requested, then again every ${String(RESULT_OVERDUE_MS / 1000)} s.

${mermaid(drawing(deliveryMachine))}

${transitionTable(deliveryMachine)}
`;
}
