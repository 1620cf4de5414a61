// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { Home } from './Home.tsx';
import { studyOf, type Study } from './model/study.ts';
import { StudyContext } from './use-study.ts';
import { createServices } from '../../services/services.ts';

/** The page's study with one session, in a browser that stores nothing. */
async function withSession(): Promise<Study> {
  const study = studyOf(createServices());
  onTestFinished(() => {
    study.filming.actor.stop();
  });
  await study.begin({ participant: 'P-01', language: 'en', agreedMs: 1, skinTone: null });
  return study;
}

test('a session that the browser could not delete stays listed, with an error message', async () => {
  const study = await withSession();
  const nothing = vi.fn();
  await renderScreen(
    <StudyContext value={study}>
      <Home onBegin={nothing} onProtocol={nothing} />
    </StudyContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('alertdialog', { hidden: true }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete', hidden: true }));
  await dialog.findByText(/could not delete this session/);
  fireEvent.click(dialog.getByRole('button', { name: 'Keep', hidden: true }));
  expect(screen.getByRole('heading', { name: 'P-01' })).toBeTruthy();
});
