// SPDX-License-Identifier: Apache-2.0
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Form } from './Form.tsx';

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
