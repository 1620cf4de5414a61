// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ActionDialog } from './ActionDialog.tsx';

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

test('it can be closed or acted on, but neither while the action is under way', () => {
  const [close, act] = [vi.fn(), vi.fn()];
  const dialog = (isPending: boolean) => (
    <ActionDialog
      isOpen
      title="Erase all?"
      keep="Keep"
      action="Erase"
      isPending={isPending}
      onClose={close}
      onAction={act}
    >
      <p>All will be gone.</p>
    </ActionDialog>
  );
  const tryAll = (): void => {
    press('Keep');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    press('Erase');
  };
  const { rerender } = render(dialog(true));
  tryAll();
  expect([close, act].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  rerender(dialog(false));
  tryAll();
  expect([close, act].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});
