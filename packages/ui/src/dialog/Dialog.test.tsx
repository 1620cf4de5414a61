// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

const dialog = (isOpen: boolean, onClose = () => undefined) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="A question" actions={<button>Yes</button>}>
    <input aria-label="answer" />
  </Dialog>
);

test('renders nothing before it opens', () => {
  const { container } = render(dialog(false));
  expect(container.childElementCount).toBe(0);
});

test('opens a long dialog scrolled to its title, which browsers do not do', () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    this.open = true;
    this.scrollTop = 700;
  });
  render(dialog(true));
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  expect(screen.getByRole('dialog').scrollTop).toBe(0);
});

test('keeps what was typed when its parent is rendered again', () => {
  const { rerender } = render(dialog(true));
  fireEvent.change(screen.getByLabelText('answer'), { target: { value: 'perhaps' } });
  rerender(dialog(true));
  expect(screen.getByLabelText('answer')).toHaveProperty('value', 'perhaps');
});

test('Escape closes it, and it opens again', () => {
  let isClosed = false;
  const { rerender } = render(dialog(true, () => void (isClosed = true)));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(isClosed).toBe(true);
  rerender(dialog(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(dialog(true));
  expect(screen.getByRole('dialog', { name: 'A question' })).toBeTruthy();
});

test('Escape closes only the topmost dialog', () => {
  const [closeOne, closeOther] = [vi.fn(), vi.fn()];
  render(
    <Dialog isOpen onClose={closeOne} title="One" actions={<button>Yes</button>}>
      <Dialog isOpen onClose={closeOther} title="Another" actions={<button>No</button>}>
        <p>Really?</p>
      </Dialog>
    </Dialog>,
  );
  fireEvent.keyDown(screen.getByText('No'), { key: 'Escape' });
  expect(closeOther).toHaveBeenCalledOnce();
  expect(closeOne).not.toHaveBeenCalled();
});

test('the back gesture of a phone calls onClose, and does not close the dialog by itself', () => {
  const close = vi.fn();
  render(dialog(true, close));
  const shown = screen.getByRole('dialog');
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(shown, cancel);
  expect(close).toHaveBeenCalledOnce();
  expect(cancel.defaultPrevented).toBe(true);
});

test('the content of an alert is its accessible description', () => {
  render(
    <Dialog isOpen role="alertdialog" title="A question" actions={<button>Yes</button>}>
      <p>Really?</p>
    </Dialog>,
  );
  const alert = screen.getByRole('alertdialog', { name: 'A question' });
  const id = alert.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(id)?.textContent).toBe('Really?');
});

test('a press outside closes it, one that began inside does not', () => {
  const close = vi.fn();
  render(dialog(true, close));
  const shown = screen.getByRole('dialog');
  const press = (began: Element): void => {
    fireEvent.pointerDown(began);
    fireEvent.click(shown);
  };
  press(screen.getByLabelText('answer'));
  expect(close).not.toHaveBeenCalled();
  press(shown);
  expect(close).toHaveBeenCalledTimes(1);
});

test('a dialog that must be answered stays open, also when the browser closes it', async () => {
  render(
    <Dialog isOpen title="A question" actions={<button>Yes</button>}>
      <p>Really?</p>
    </Dialog>,
  );
  const shown = screen.getByRole<HTMLDialogElement>('dialog');
  fireEvent.keyDown(shown, { key: 'Escape' });
  fireEvent.pointerDown(shown);
  fireEvent.click(shown);
  shown.close();
  expect(shown.open).toBe(false);
  await waitFor(() => expect(shown.open).toBe(true));
});

test('calls onClose when the browser closes it', async () => {
  const close = vi.fn();
  render(dialog(true, close));
  screen.getByRole<HTMLDialogElement>('dialog').close();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test.each([
  ['stays hidden', 'hidden'],
  ['is shown again at once', 'visible'],
] as const)('is not closed when hidden with the page around it, which %s', async (_, then) => {
  const close = vi.fn();
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>{dialog(true, close)}</Activity>
  );
  const { rerender } = render(page('visible'));
  const shown = screen.getByRole<HTMLDialogElement>('dialog');
  const closed = new Promise((resolve) => {
    shown.addEventListener('close', resolve);
  });
  rerender(page('hidden'));
  rerender(page(then));
  await closed;
  expect(close).not.toHaveBeenCalled();
  rerender(page('visible'));
  expect(shown.open).toBe(true);
});
