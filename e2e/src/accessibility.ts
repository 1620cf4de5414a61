// SPDX-License-Identifier: Apache-2.0
import axe from 'axe-core';
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/rig';

const findings = z.array(
  z.object({
    id: z.string(),
    impact: z.nullish(z.string()),
    nodes: z.array(z.object({ html: z.string() })),
  }),
);

/** What axe finds on the page as it stands, WCAG 2.2 A and AA: rule and the first element that breaks it. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const text = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then((results) => JSON.stringify(results.violations))`,
  );
  const violations = findings.parse(JSON.parse(z.string().parse(text)));
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
