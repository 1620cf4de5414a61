// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileNameOf } from './file-name.ts';
import { saveFile } from '../../../platform/browser/save-file.ts';
import { share, type ShareApi } from './share.ts';

const FILE = new File(['a,b'], 'perfuse-2026-11-21-1419.csv', { type: 'text/csv' });
const SHARED = { title: 'Results', text: 'Heart rate: 66 bpm', file: FILE };
const cancelled = () => Promise.reject(Object.assign(new Error('no'), { name: 'AbortError' }));
const refused = () => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' }));

describe('sharing', () => {
  test('includes the file where the system accepts files', async () => {
    const given: ShareData[] = [];
    const port: ShareApi = {
      share: (data) => Promise.resolve(void given.push(data)),
      canShare: ({ files }) => files?.[0] === FILE,
    };
    expect(await share(SHARED, port)).toBe('shared');
    expect(given).toEqual([{ title: 'Results', text: SHARED.text, files: [FILE] }]);
  });

  test.each([undefined, () => false])(
    'sends the text alone where the system does not accept files',
    async (canShare) => {
      const given: ShareData[] = [];
      const port = { share: (data: ShareData) => Promise.resolve(void given.push(data)) };
      expect(await share(SHARED, canShare === undefined ? port : { ...port, canShare })).toBe(
        'shared',
      );
      expect(given).toEqual([{ title: 'Results', text: SHARED.text }]);
    },
  );

  test('that the user cancels is not an error and copies nothing', async () => {
    const writeText = vi.fn();
    expect(await share(SHARED, { share: cancelled, clipboard: { writeText } })).toBe('cancelled');
    expect(writeText).not.toHaveBeenCalled();
  });

  test.each([{}, { share: refused }])(
    'copies the text without a usable share sheet',
    async (port) => {
      const writeText = vi.fn(() => Promise.resolve());
      expect(await share(SHARED, { ...port, clipboard: { writeText } })).toBe('copied');
      expect(writeText).toHaveBeenCalledWith(SHARED.text);
    },
  );

  test.each([{}, { clipboard: { writeText: refused } }])(
    'fails when neither a share sheet nor the clipboard works',
    async (port) => {
      expect(await share(SHARED, port)).toBe('failed');
    },
  );
});

describe('saving', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('revokes the object URL afterwards, and puts no health data in the file name', () => {
    const revoked: string[] = [];
    vi.stubGlobal('URL', {
      createObjectURL: () => 'blob:here/1',
      revokeObjectURL: (address: string) => void revoked.push(address),
    });
    const pressed: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      pressed.push([this.getAttribute('href') ?? '', this.download]);
    });
    saveFile(FILE);
    expect(pressed).toEqual([['blob:here/1', FILE.name]]);
    expect(revoked).toEqual([]);
    vi.runAllTimers();
    expect(revoked).toEqual(['blob:here/1']);
    vi.unstubAllGlobals();
  });

  test('names the file after the time of the measurement', () => {
    const at = new Date(2026, 0, 2, 3, 4).getTime();
    expect(fileNameOf({ finishedAt: at }, 'csv')).toBe('perfuse-2026-01-02-0304.csv');
    expect(fileNameOf({ finishedAt: at, isSample: true }, 'csv')).toBe(
      'perfuse-sample-2026-01-02-0304.csv',
    );
    expect(fileNameOf({ finishedAt: at }, 'json')).toBe('perfuse-2026-01-02-0304.json');
  });
});
