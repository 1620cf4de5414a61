// SPDX-License-Identifier: Apache-2.0
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useSave } from '../components/use-save.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { settingAt, withSetting, type Settings } from './setting-value.ts';
import { settingLabel } from './setting-texts.ts';
import { SETTING_FIELDS } from './settings-fields.ts';

afterEach(cleanup);

function Form({
  settings,
  onSave,
}: {
  readonly settings: Settings;
  readonly onSave: (settings: Settings) => void;
}) {
  return (
    <SettingsForm
      settings={settings}
      save={useSave()}
      onSave={(set) => {
        onSave(set);
        return Promise.resolve(false);
      }}
      onReload={() => Promise.resolve()}
    />
  );
}

function show(settings: Settings = {}) {
  const onSave = vi.fn<(settings: Settings) => void>();
  render(<Form settings={settings} onSave={onSave} />);
  const type = (label: string, text: string): void => {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  };
  const save = (): void => {
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  };
  return { onSave, type, save };
}

describe('the settings form', () => {
  test('has a field for every setting of the contract, each with a label', () => {
    show();
    const unnamed = SETTING_FIELDS.map(({ path }) => path).filter(
      (path) => settingLabel(path) === path,
    );
    expect(unnamed).toEqual([]);
    for (const { path, kind } of SETTING_FIELDS) {
      const label = settingLabel(path);
      const found =
        kind === 'choices'
          ? screen.getAllByRole('group', { name: label })
          : screen.getAllByLabelText(new RegExp(`^${label}(: address|: file)?$`));
      expect(found.length, path).toBeGreaterThan(0);
    }
  });

  test('saves what was set, and leaves out what is back at its default', () => {
    const { onSave, type, save } = show({ cameraAutoStart: true, branding: { pageTitle: 'A' } });
    type('Start the camera automatically', '');
    type('Page title', '');
    type('Hide dials and bars', 'false');
    type('Origins of the results callback', 'https://a.example\nhttps://b.example');
    save();
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      hideHistograms: false,
      callbackOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  test('a choice can be removed, and removing the last one restores the default', () => {
    const { onSave, save } = show({ resultPages: ['metabolic', 'overall'] });
    const tick = (label: string) => fireEvent.click(screen.getByLabelText(label));
    tick('Metabolic risks');
    save();
    tick('Overall wellness');
    save();
    expect(onSave.mock.calls).toEqual([[{ resultPages: ['overall'] }], [{}]]);
  });

  test('sends nothing that the schema refuses, and names the setting, its path and the rule', () => {
    const { onSave, type, save } = show();
    type('Stylesheet', 'http://acme.example/style.css');
    type('Origins of the results callback', 'https://a.example\nhttps://b.example/path');
    save();
    expect(onSave).not.toHaveBeenCalled();
    const alert = screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join();
    expect(alert).toMatch(/Stylesheet \(branding\.customCSSURL\): Must be an https address/);
    expect(alert).toContain('(callbackOrigins.1)');
    expect(screen.getByLabelText('Stylesheet').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Stylesheet'));
    expect(screen.getByText(/^Line 2:/)).toBeDefined();
    type('Stylesheet', 'https://acme.example/style.css');
    type('Origins of the results callback', '');
    save();
    expect(onSave).toHaveBeenCalledOnce();
  });
});

test('removing a setting also removes the group that it leaves empty', () => {
  const set = withSetting({ language: 'de' }, 'measurementControls.distance.enabled', false);
  expect(set).toEqual({ language: 'de', measurementControls: { distance: { enabled: false } } });
  expect(settingAt(set, 'measurementControls.distance.enabled')).toBe(false);
  expect(withSetting(set, 'measurementControls.distance.enabled', undefined)).toEqual({
    language: 'de',
  });
});
