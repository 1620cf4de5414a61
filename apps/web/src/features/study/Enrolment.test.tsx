// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../services/services.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { Enrolment } from './Enrolment.tsx';
import { studyOf, type Study } from './model/study.ts';
import { StudyContext } from './use-study.ts';

async function open(begin: Study['begin']): Promise<void> {
  const study = studyOf(createServices());
  onTestFinished(async () => {
    study.filming.actor.stop();
    await i18next.changeLanguage('en');
  });
  const nothing = vi.fn();
  await renderScreen(
    <StudyContext value={{ ...study, begin }}>
      <Enrolment participant="P-01" onCancel={nothing} onDone={nothing} />
    </StudyContext>,
  );
}
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

test('a missing answer is named at its field, which takes the focus', async () => {
  const begin = vi.fn(() => Promise.resolve());
  await open(begin);
  press('Continue');
  expect(screen.getByText('Tick the box to take part, or cancel.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('checkbox'));
  press('Continue');
  press('Continue');
  const { id } = screen.getByText('Choose a tone, or “I would rather not say”.');
  expect(screen.getByRole('radiogroup').getAttribute('aria-describedby')).toBe(id);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Skin tone 1 of 10' }));
  expect(begin).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: 'I would rather not say' }));
  press('Continue');
  expect(begin).toHaveBeenCalledWith(expect.objectContaining({ skinTone: null }));
});

test('the language of a consent is the one that it was read in', async () => {
  const begin = vi.fn(() => Promise.resolve());
  await open(begin);
  fireEvent.click(screen.getByRole('checkbox'));
  press('Continue');
  await act(async () => {
    await i18next.changeLanguage('de');
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Hautton 7 von 10' }));
  press('Weiter');
  expect(begin).toHaveBeenCalledWith(expect.objectContaining({ language: 'en', skinTone: 7 }));
});
