// SPDX-License-Identifier: Apache-2.0
import { deliveryMachine } from '../delivery/machine.ts';
import { MEASUREMENT_BACK_OFF } from '../delivery/retry-policy.ts';
import { measurementMachine } from '../measurement/machine.ts';
import { PHASES } from '../measurement/phases.ts';
import { drawing, transitionTable } from './mermaid.ts';

const mermaid = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\``;

/** docs/reference/measurement-flow.md */
export function flowPage(): string {
  const { firstMs, factor, maxMs, giveUpAfterMs } = MEASUREMENT_BACK_OFF;
  return `# The measurement as a state machine

Printed from the machines themselves by \`npm run flow:print\`; do not edit.

A measurement is always in exactly one of: ${PHASES.join(', ')}. What ends one early, and which state that leads to, is
in [errors.md](errors.md).

## Measurement

${mermaid(drawing(measurementMachine))}

${transitionTable(measurementMachine)}

## Delivery of chunks and results

It runs for as long as the measurement is in \`running\`. A lost connection is tried again after ${String(firstMs)} ms, then
${String(factor)} times as long each time up to ${String(maxMs / 1000)} s, a part of it random; after ${String(giveUpAfterMs / 1000)} s without a connection it is given up.

${mermaid(drawing(deliveryMachine))}

${transitionTable(deliveryMachine)}
`;
}
