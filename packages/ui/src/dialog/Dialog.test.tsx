// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';

const dialog = (isOpen: boolean, onClose = () => undefined) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="A question" actions={<button>Yes</button>}>
    <input aria-label="answer" />
  </Dialog>
);

test('nothing of a dialog is drawn before it opens', () => {
  const { container } = render(dialog(false));
  expect(container.childElementCount).toBe(0);
});

test('keeps what was typed while the screen around it is drawn again', async () => {
  const { rerender } = render(dialog(true));
  fireEvent.change(await screen.findByLabelText('answer'), { target: { value: 'perhaps' } });
  rerender(dialog(true));
  expect(screen.getByLabelText('answer')).toHaveProperty('value', 'perhaps');
});

test('Escape closes it, and it opens again', async () => {
  let isClosed = false;
  const { rerender } = render(dialog(true, () => void (isClosed = true)));
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  expect(isClosed).toBe(true);
  rerender(dialog(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(dialog(true));
  expect(screen.getByRole('dialog', { name: 'A question' })).toBeTruthy();
});
