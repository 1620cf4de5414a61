// SPDX-License-Identifier: Apache-2.0
import axe from 'axe-core';
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';

const findings = z.array(
  z.object({
    id: z.string(),
    impact: z.nullish(z.string()),
    nodes: z.array(z.object({ html: z.string() })),
  }),
);

const ALL = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Rules that another colour scheme may break. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Colours in transition are no findings: waits two frames for transitions to start, then for finite ones to end. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter((animation) => animation.playState === 'running' && animation.effect.getComputedTiming().endTime < Infinity)
      .map((animation) => animation.finished),
  )).then(() => undefined)`;

/** Findings of axe on the current page, WCAG 2.2 A and AA: the rule and the first element that breaks it. */
export async function accessibilityFindings(
  page: Page,
  which: 'all' | 'colours' = 'all',
): Promise<string[]> {
  await page.evaluate(SETTLED);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = JSON.stringify({
    ...(which === 'all' ? ALL : COLOURS),
    resultTypes: ['violations'],
    // Unused, and they take a third of the time.
    selectors: false,
  });
  const text = await page.evaluate(
    `axe.run(document, ${options}).then((results) => JSON.stringify(results.violations))`,
  );
  const violations = findings.parse(JSON.parse(z.string().parse(text)));
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
