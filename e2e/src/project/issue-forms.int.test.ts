// SPDX-License-Identifier: Apache-2.0
/** Issue forms, checked by GitHub's rules: a form that breaks one is not shown, without any message. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../../../.github/ISSUE_TEMPLATE');
const filled = z.string().check(z.minLength(1));
const required = z.optional(z.strictObject({ required: z.boolean() }));
const id = z.string().check(z.regex(/^[\w-]+$/));
const question = { label: filled, description: z.optional(filled) };

const form = z.strictObject({
  name: filled,
  description: filled,
  labels: z.array(filled),
  body: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('markdown'),
          attributes: z.strictObject({ value: filled }),
        }),
        z.strictObject({
          type: z.literal('input'),
          id,
          attributes: z.strictObject({ ...question, placeholder: z.optional(filled) }),
          validations: required,
        }),
        z.strictObject({
          type: z.literal('textarea'),
          id,
          attributes: z.strictObject({
            ...question,
            placeholder: z.optional(filled),
            render: z.optional(filled),
          }),
          validations: required,
        }),
        z.strictObject({
          type: z.literal('dropdown'),
          id,
          attributes: z.strictObject({ ...question, options: z.array(filled) }),
          validations: required,
        }),
        z.strictObject({
          type: z.literal('checkboxes'),
          id,
          attributes: z.strictObject({
            ...question,
            options: z.array(z.strictObject({ label: filled, required: z.boolean() })),
          }),
        }),
      ]),
    )
    .check(z.minLength(1)),
});
const chooser = z.strictObject({
  blank_issues_enabled: z.boolean(),
  contact_links: z.array(z.strictObject({ name: filled, url: z.url(), about: filled })),
});

const read = (file: string): unknown => parse(readFileSync(path.join(folder, file), 'utf8'));
const forms = readdirSync(folder).filter((file) => file !== 'config.yml');

it.each(forms)('%s is a valid form whose questions have unique ids and labels', (file) => {
  const { body } = form.parse(read(file));
  const questions = body.flatMap((part) => (part.type === 'markdown' ? [] : [part]));
  for (const values of [
    questions.map((part) => part.id),
    questions.map(({ attributes }) => attributes.label),
  ]) {
    expect(new Set(values).size).toBe(values.length);
  }
});

it.each(forms)('%s requires confirmation that nothing in it is about a person', (file) => {
  const { body } = form.parse(read(file));
  const promise = body.find((part) => part.type === 'checkboxes');
  expect(promise?.id).toBe('privacy');
  expect(promise?.attributes.options.every((option) => option.required)).toBe(true);
});

it('offers a private channel for security vulnerabilities, and no blank issues', () => {
  const { blank_issues_enabled: hasBlank, contact_links: links } = chooser.parse(
    read('config.yml'),
  );
  expect(hasBlank).toBe(false);
  expect(links.map(({ name }) => name)).toEqual(['Security vulnerability']);
});
