// SPDX-License-Identifier: Apache-2.0
/** User actions in a page, by accessible roles and names. */
import { z } from '@perfuse/contract/schema';
import { until } from '@perfuse/testing/waiting';
import type { ElementId, EngineDriver } from './engine-driver.ts';

/** Elements with the role, by tag or attribute. */
const ROLES = {
  button: 'button, [role=button]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  alert: '[role=alert]',
  status: '[role=status]',
  dialog: '[role=dialog], [role=alertdialog]',
  // Their inputs are hidden: users click the label.
  checkbox: 'label:has(input[type=checkbox])',
  radio: 'label:has(input[type=radio])',
  textbox: 'input:not([type=checkbox], [type=radio], [type=file]), textarea',
} as const;
type Role = keyof typeof ROLES;

/** In the page: every visible, enabled element of a kind with this name; `NAME*` finds names that contain NAME. */
const MATCHES = `
  const matches = (selector, name, within) => {
    const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
    const nameOf = (it) => {
      const labelled = it.getAttribute('aria-labelledby');
      if (it.ariaLabel) return it.ariaLabel;
      if (it.labels?.length > 0) return [...it.labels].map((label) => label.textContent).join(' ');
      if (labelled) return labelled.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ');
      return it.innerText;
    };
    const fits = (it) => {
      const found = plain(nameOf(it));
      return name.endsWith('*') ? found.includes(name.slice(0, -1)) : found === name;
    };
    const scopes = within === null ? [document] : [...document.querySelectorAll('fieldset, [role=group], [role=radiogroup]')]
      .filter((it) => plain(nameOf(it)).startsWith(within));
    return scopes.flatMap((scope) => [...scope.querySelectorAll(selector)])
      .filter((it) => it.checkVisibility({ checkVisibilityCSS: true }) && it.closest('[inert]') === null && fits(it));
  };`;

export interface EnginePage {
  readonly driver: EngineDriver;
  readonly open: (url: string) => Promise<void>;
  /** Waits for it. `NAME*` finds names that contain NAME. @param within start of the name of its group. */
  readonly see: (role: Role, name: string, within?: string) => Promise<ElementId>;
  readonly isShown: (role: Role, name: string) => Promise<boolean>;
  /** Waits until it is enabled, and clicks it. */
  readonly press: (role: Role, name: string, within?: string) => Promise<void>;
  readonly fill: (label: string, text: string) => Promise<void>;
  readonly tickAll: () => Promise<void>;
  /** Its visible text. */
  readonly text: () => Promise<string>;
}

const quoted = (text: string | undefined): string => JSON.stringify(text ?? null);

export function enginePage(driver: EngineDriver): EnginePage {
  const find = async (
    role: Role,
    name: string,
    within: string | undefined,
    enabled: boolean,
  ): Promise<ElementId | undefined> =>
    (await driver.find(
      `${MATCHES} return matches(${quoted(ROLES[role])}, ${quoted(name)}, ${quoted(within)})
        .find((it) => !${String(enabled)} || !(it.disabled || it.ariaDisabled === 'true')) ?? null;`,
    )) ?? undefined;
  const text = async (): Promise<string> =>
    z.string().parse(await driver.run('return document.body.innerText;'));
  const wait = async (
    role: Role,
    name: string,
    within: string | undefined,
    enabled: boolean,
  ): Promise<ElementId> => {
    try {
      return await until(() => find(role, name, within, enabled), `${role} "${name}"`);
    } catch (cause) {
      throw new Error(`No ${role} "${name}". Shown was:\n${await text()}`, { cause });
    }
  };
  const press: EnginePage['press'] = async (role, name, within) => {
    await driver.press(await wait(role, name, within, true));
  };
  return {
    driver,
    open: driver.open,
    see: (role, name, within) => wait(role, name, within, false),
    isShown: async (role, name) => (await find(role, name, undefined, false)) !== undefined,
    press,
    fill: async (label, value) => {
      if (value === '') return;
      await driver.type(await wait('textbox', label, undefined, true), value);
    },
    tickAll: async () => {
      const count = z
        .number()
        .parse(
          await driver.run(`return document.querySelectorAll('input[type=checkbox]').length;`),
        );
      for (let at = 0; at < count; at += 1) {
        const label = await driver.find(
          `const box = document.querySelectorAll('input[type=checkbox]')[${String(at)}];
           return box.checked ? null : box.closest('label');`,
        );
        if (label !== null) await driver.press(label);
      }
    },
    text,
  };
}
