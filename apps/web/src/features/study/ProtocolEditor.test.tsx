// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../services/services.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { studyOf } from './model/study.ts';
import { ProtocolEditor } from './ProtocolEditor.tsx';
import { StudyContext } from './use-study.ts';

test('an entry that is not allowed is named at its field, which takes the focus', async () => {
  const study = studyOf(createServices());
  onTestFinished(() => {
    study.filming.actor.stop();
  });
  const onClose = vi.fn();
  await renderScreen(
    <StudyContext value={study}>
      <ProtocolEditor onClose={onClose} />
    </StudyContext>,
  );
  const pauses = screen.getAllByRole('textbox', { name: /Pause/ });
  const wrong = () => pauses.map((field) => field.getAttribute('aria-invalid') === 'true');
  const [, second] = pauses;
  if (second === undefined) throw new Error('The protocol has one step only.');
  fireEvent.change(second, { target: { value: '901' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const described = (second.getAttribute('aria-describedby') ?? '').split(' ');
  const rules = described.map((id) => document.getElementById(id)?.textContent);
  expect(rules.join()).toMatch(/pauses are 0 to 900 s/);
  // Beside the buttons too, of which only one moves the focus.
  expect(screen.getByRole('alert').textContent).toMatch(/pauses are 0 to 900 s/);
  expect(wrong()).toEqual([false, true, false, false]);
  expect(document.activeElement).toBe(second);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(second, { target: { value: '900' } });
  expect(wrong()).not.toContain(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onClose).toHaveBeenCalledOnce();
});
