// SPDX-License-Identifier: Apache-2.0
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Table } from './Table.tsx';

afterEach(cleanup);

test('the first cell of each row names it', () => {
  const rows = ['Acme', 'Beta'].map((name) => ({ key: name, cells: [name, 'active'] }));
  render(<Table label="Licences" columns={['Name', 'State']} none="" rows={rows} />);
  const headers = screen.getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Acme', 'Beta']);
  expect(headers.map((header) => header.getAttribute('scope'))).toEqual(['row', 'row']);
});

test('a table whose focused button disappears gets the focus; else the focus stays where it is', () => {
  const table = (...cells: string[]) => (
    <>
      <Table
        label="Keys"
        columns={['Actions']}
        none="No keys."
        rows={cells.map((cell) => ({
          key: cell,
          cells: [cell === 'revoked' ? cell : <button key="revoke">{cell}</button>],
        }))}
      />
      <button>Outside</button>
    </>
  );
  const { rerender } = render(table('Revoke a', 'Revoke b'));
  screen.getByText('Outside').focus();
  rerender(table('Revoke b'));
  expect(document.activeElement).toBe(screen.getByText('Outside'));
  screen.getByText('Revoke b').focus();
  rerender(table('Revoke b'));
  rerender(table('revoked'));
  expect(document.activeElement).toBe(screen.getByRole('table', { name: 'Keys' }));
});
