// SPDX-License-Identifier: Apache-2.0
/** Where the Tab key leads, and whether a person sees it. */
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';

const stopSchema = z.object({
  /** Label of the focused element, or its text. */
  name: z.string(),
  tag: z.string(),
  /** Faults of its visibility: no focus ring, out of sight, or covered by another element. */
  problems: z.array(z.string()),
});
type Stop = z.infer<typeof stopSchema>;

/** Least visible width and height of a stop, CSS pixels. */
const MIN_PX = '40';

/** Runs in the page. The ring may be on a substitute of the focused element, such as the box of a hidden checkbox. */
const LOOK = `(() => {
  const focused = document.activeElement ?? document.body;
  const name = (focused.getAttribute('aria-label') ?? (focused.labels?.[0]?.textContent || focused.textContent)).trim().replace(/\\s+/g, ' ').slice(0, 80);
  const tag = focused.tagName.toLowerCase();
  if (focused === document.body) return JSON.stringify({ name: '', tag, problems: [] });
  const problems = [];
  const shown = focused.closest('label') ?? (focused.matches('input, textarea, select') ? focused.parentElement : focused);
  const isMarked = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  if (tag !== 'h1' && ![focused, shown, ...shown.querySelectorAll('*')].some(isMarked)) problems.push('no ring');
  // What shows of it: a wide chart in a frame that scrolls shows a part.
  const box = shown.getBoundingClientRect();
  const part = { left: Math.max(0, box.left), right: Math.min(innerWidth, box.right), top: Math.max(0, box.top), bottom: Math.min(innerHeight, box.bottom) };
  for (let up = shown.parentElement; up !== null && up !== document.documentElement; up = up.parentElement) {
    if (getComputedStyle(up).overflowX === 'visible') continue;
    const frame = up.getBoundingClientRect();
    part.left = Math.max(part.left, frame.left);
    part.right = Math.min(part.right, frame.right);
  }
  const [wide, tall] = [part.right - part.left, part.bottom - part.top];
  const top = document.elementFromPoint(part.left + wide / 2, part.top + Math.min(tall / 2, 20));
  if (wide < Math.min(box.width, ${MIN_PX}) - 1 || tall < Math.min(box.height, ${MIN_PX}) - 1) problems.push('out of sight');
  else if (top === null || !(shown.contains(top) || top.contains(shown))) problems.push('below ' + (top?.className || top?.tagName));
  return JSON.stringify({ name, tag, problems });
})()`;

const look = async (page: Page): Promise<Stop> =>
  stopSchema.parse(JSON.parse(z.string().parse(await page.evaluate(LOOK))));

/** Only a lasting fault takes this long. */
const SETTLES_MS = 15_000;

/** The stop that has the focus. Problems that pass while the page scrolls there or a part still loads do not count. */
export async function stop(page: Page): Promise<Stop> {
  const limit = Date.now() + SETTLES_MS;
  for (;;) {
    const at = await look(page);
    if (at.problems.length === 0 || Date.now() > limit) return at;
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  }
}

const LIMIT = 60;

/** Presses Tab until the focus is on the element of this name. @returns every stop that a person would not see. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const hidden: string[] = [];
  for (let presses = 0; presses < LIMIT; presses += 1) {
    await page.keyboard.press(key);
    const at = await stop(page);
    if (at.problems.length > 0) hidden.push(`${at.name}: ${at.problems.join(', ')}`);
    if (at.name.includes(name)) return hidden;
  }
  throw new Error(`The Tab key does not lead to '${name}'.`);
}

/** Every stop from here to the end of the page. */
export async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < LIMIT; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await stop(page);
    if (at.tag === 'body') break;
    stops.push(at);
  }
  return stops;
}
