// SPDX-License-Identifier: Apache-2.0
import { StrictMode } from 'react';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PerfuseMeasurement } from './react.ts';

test('an immediate problem is reported once, also in strict mode', () => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      readonly replaceSync = () => undefined;
    },
  );
  vi.spyOn(console, 'error').mockReturnValue();
  const onError = vi.fn();
  render(
    <StrictMode>
      <PerfuseMeasurement onError={onError} />
    </StrictMode>,
  );
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'NOT_CONFIGURED' }),
  );
});
