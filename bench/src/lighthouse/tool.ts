// SPDX-License-Identifier: Apache-2.0
/** Lighthouse, from tools/lighthouse: the last version that runs on Node 20. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '@perfuse/browser-harness';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';

const FOLDER = path.join(CHECKOUT, 'tools/lighthouse');

const score = z.object({
  score: z.nullable(z.number()),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const figure = z.looseObject({ numericValue: z.optional(z.number()) });
const reportSchema = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
  }),
  audits: z.looseObject({
    'first-contentful-paint': figure,
    'largest-contentful-paint': figure,
    'total-blocking-time': figure,
    'cumulative-layout-shift': figure,
  }),
});
const outcomesSchema = z.record(
  z.string(),
  z.object({ score: z.optional(z.nullable(z.number())), errorMessage: z.optional(z.string()) }),
);

export interface LighthouseReport extends z.infer<typeof reportSchema> {
  /** Accessibility and best-practice audits that a screen fails, and audits that could not run, with the reason. */
  readonly faults: readonly string[];
}

const FLAGS = {
  disableStorageReset: true,
  onlyCategories: ['performance', 'accessibility', 'best-practices'],
  // The tool responds late on a busy machine.
  maxWaitForLoad: 90_000,
};

interface PuppeteerPage {
  bringToFront: () => Promise<void>;
  evaluateOnNewDocument: (source: string) => Promise<unknown>;
  close: () => Promise<void>;
}
interface PuppeteerContext {
  newPage: () => Promise<PuppeteerPage>;
  overridePermissions: (origin: string, permissions: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}
interface PuppeteerBrowser {
  createBrowserContext: () => Promise<PuppeteerContext>;
  close: () => Promise<void>;
}
type Launch = (options: object) => Promise<PuppeteerBrowser>;
type Run = (url: string, flags: object, config: object | undefined, page: PuppeteerPage) => unknown;

function faultsOf({ audits, categories }: z.infer<typeof reportSchema>): string[] {
  const judged = [categories.accessibility, categories['best-practices']]
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => id);
  const outcomes = outcomesSchema.parse(audits);
  return Object.entries(outcomes).flatMap(([id, { score, errorMessage }]) => {
    if (errorMessage !== undefined) return [`${id}: ${errorMessage}`];
    return judged.includes(id) && typeof score === 'number' && score < 1 ? [id] : [];
  });
}

const load = async (name: string, file: string): Promise<object> => {
  const loaded: unknown = await import(
    pathToFileURL(path.join(FOLDER, 'node_modules', name, file)).href
  );
  if (typeof loaded !== 'object' || loaded === null) throw new Error(`${name} is not a module.`);
  return loaded;
};

/** Occasionally a trace lacks the page's start: Lighthouse then has no score and asks to be run again. */
const ATTEMPTS = 3;

export interface Lighthouse {
  /** @param seed script that runs before the page's own: sets the browser's stored state. */
  readonly audit: (url: string, seed: string, isPhone: boolean) => Promise<LighthouseReport>;
  readonly close: () => Promise<void>;
}

export async function openLighthouse(): Promise<Lighthouse> {
  const lighthouse = await load('lighthouse', 'core/index.js');
  const puppeteer = await load('puppeteer-core', 'lib/esm/puppeteer/puppeteer-core.js');
  // The tool is not a dependency, so its types are not available here; its output is parsed.
  const run = Reflect.get(lighthouse, 'default') as Run;
  const desktop: unknown = Reflect.get(lighthouse, 'desktopConfig');
  const launch = Reflect.get(puppeteer, 'launch') as Launch;
  const browser = await launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream=fps=30'],
  });
  const auditOnce = async (
    url: string,
    seed: string,
    isPhone: boolean,
  ): Promise<LighthouseReport> => {
    const context = await browser.createBrowserContext();
    try {
      await context.overridePermissions(new URL(url).origin, ['camera']);
      const page = await context.newPage();
      // A window behind another does not paint.
      await page.bringToFront();
      await page.evaluateOnNewDocument(seed);
      const config = isPhone ? undefined : (desktop as object);
      const answer: unknown = await run(url, FLAGS, config, page);
      const { lhr } = z.object({ lhr: reportSchema }).parse(answer);
      return { ...lhr, faults: faultsOf(lhr) };
    } finally {
      await context.close();
    }
  };
  return {
    audit: async (url, seed, isPhone) => {
      for (let attempt = 1; ; attempt += 1) {
        const report = await auditOnce(url, seed, isPhone);
        if (report.categories.performance.score !== null || attempt === ATTEMPTS) return report;
      }
    },
    close: () => browser.close(),
  };
}
