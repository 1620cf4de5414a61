// SPDX-License-Identifier: Apache-2.0
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Choice } from './Choice.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

test('a form calls onSubmit, and disables the browser’s own submission and validation', () => {
  const submit = vi.fn();
  render(
    <Form onSubmit={submit}>
      <button type="submit">Send</button>
    </Form>,
  );
  const form = screen.getByRole('button').closest('form');
  if (form === null) throw new Error('There is no form.');
  const event = createEvent.submit(form);
  fireEvent(form, event);
  expect(submit).toHaveBeenCalledTimes(1);
  expect(event.defaultPrevented).toBe(true);
  expect(form.noValidate).toBe(true);
});

test('a refused form moves the focus to its first wrong field, each time it is sent, but not while it is corrected', () => {
  let answer: (isRefused: boolean) => void = () => undefined;
  function Refusable() {
    const [name, setName] = useState('');
    const [isRefused, setRefused] = useState(false);
    answer = setRefused;
    const error = isRefused ? 'Wrong.' : undefined;
    return (
      <Form onSubmit={() => setRefused(name === '')}>
        <Choice
          label="Sex"
          options={[{ value: 'a', label: 'A' }]}
          value=""
          {...{ error }}
          onChange={() => undefined}
        />
        <TextField label="Name" value={name} onChange={setName} error={error} />
        <button type="submit">Send</button>
      </Form>
    );
  }
  render(<Refusable />);
  const [send, first] = [screen.getByText('Send'), screen.getByRole('radio')];
  const name = screen.getByLabelText(/^Name/);
  // The second time with the same errors.
  for (let time = 0; time < 2; time += 1) {
    send.focus();
    fireEvent.click(send);
    expect(document.activeElement).toBe(first);
  }
  name.focus();
  fireEvent.change(name, { target: { value: 'Ada' } });
  expect(document.activeElement).toBe(name);
  send.focus();
  fireEvent.click(send);
  expect(document.activeElement).toBe(send);
  act(() => answer(true));
  expect(document.activeElement).toBe(first);
  fireEvent.click(send);
  name.focus();
  fireEvent.input(name, { target: { value: 'Ada L' } });
  act(() => answer(true));
  expect(document.activeElement).toBe(name);
});
