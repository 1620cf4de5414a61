// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Choice } from './Choice.tsx';
import { PlainButton } from './PlainButton.tsx';
import { RuleChecklist } from './RuleChecklist.tsx';
import { SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';
import { useCopy } from './use-copy.ts';

/** Text that screen readers announce after a control's name. */
const said = (control: Element): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

const OPTIONS = [{ value: 'a', label: 'A' }];
const ABOUT = { hint: 'As on the card.', error: 'Too long.' };
const nothing = (): void => undefined;

test.each([
  ['a text', () => <TextField label="Name" value="" onChange={nothing} {...ABOUT} />],
  [
    'one of several',
    () => <SelectField label="Name" options={OPTIONS} value="a" onChange={nothing} {...ABOUT} />,
  ],
])('the field for %s announces its hint and its error', (_, field) => {
  render(field());
  const control = screen.getByLabelText(/^Name/);
  expect(said(control)).toContain('As on the card.');
  expect(said(control)).toContain('Too long.');
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['a text', () => <TextField label="Name" value="" onChange={nothing} />],
  [
    'one of several',
    () => <SelectField label="Name" options={OPTIONS} value="a" onChange={nothing} />,
  ],
])('the field for %s turns autofill off by default', (_, field) => {
  render(field());
  expect(screen.getByLabelText(/^Name/).getAttribute('autocomplete')).toBe('off');
});

test('a checkbox and a choice announce their error once', () => {
  render(
    <>
      <Checkbox isSelected={false} onChange={nothing} error="Tick this.">
        I agree
      </Checkbox>
      <Choice label="Sex" options={OPTIONS} value="" onChange={nothing} error="Choose one." />
    </>,
  );
  const box = screen.getByRole('checkbox');
  const choice = screen.getByRole('radiogroup');
  expect([box, choice].map((one) => one.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(said(box)).toContain('Tick this.');
  expect(said(choice)).toContain('Choose one.');
  // Announced once: each option would repeat it.
  expect(said(screen.getByRole('radio'))).not.toContain('Choose one.');
});

test('a pending button ignores presses and keeps the focus', () => {
  const press = vi.fn();
  const button = (isPending: boolean) => (
    <Button onPress={press} isPending={isPending}>
      Save
    </Button>
  );
  const { rerender } = render(button(false));
  const shown = screen.getByRole('button');
  fireEvent.click(shown);
  expect(press).toHaveBeenCalledOnce();
  shown.focus();
  rerender(button(true));
  fireEvent.click(shown);
  expect(press).toHaveBeenCalledOnce();
  expect(shown.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(shown);
});

test('a button can have the initial focus', () => {
  render(
    <>
      <PlainButton onPress={nothing}>One</PlainButton>
      <PlainButton onPress={nothing} isFocused>
        Another
      </PlainButton>
    </>,
  );
  expect(document.activeElement?.textContent).toBe('Another');
});

test('a rule checklist says in words which rules are met', () => {
  const rule = (id: string, passed: boolean) => ({
    ...{ id, passed, label: id },
    state: passed ? 'met' : 'not met',
  });
  render(
    <RuleChecklist id="rules" label="Rules" rules={[rule('Length', true), rule('Digit', false)]} />,
  );
  const rules = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rules).toEqual(['Length (met)', 'Digit (not met)']);
});

test.each([
  ['is not there', undefined, 'failed'],
  ['refuses', { writeText: () => Promise.reject(new Error('no')) }, 'failed'],
  ['takes it', { writeText: () => Promise.resolve() }, 'copied'],
])('a copy to a clipboard that %s reports its outcome', async (_, clipboard, outcome) => {
  vi.stubGlobal('navigator', { clipboard });
  const { result } = renderHook(useCopy);
  result.current.copy('x4k9p-2mfq7');
  await waitFor(() => expect(result.current.outcome).toBe(outcome));
});
