import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { IdText } from '../../cell/id-text.tsx';
import { MoneyText } from '../../cell/money-text.tsx';
import { RowActions } from '../row-actions.tsx';
import { saveCsv, tabbedText } from './table-text.late.ts';

const saveAs = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>());
vi.mock(import('../../../api/download.ts'), async (load) => ({ ...(await load()), saveAs }));

const taken = () => ({
  table: { current: document.querySelector('table') },
  showAll: () => undefined,
  isPart: false,
});

it('has the words of the screen, and none that it hides or shows on hover', async () => {
  render(
    <table>
      <thead>
        <tr>
          <th>Region</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <span style={{ display: 'none' }}>hot · </span>
            <span title="us-east-1">AWS US East (N. Virginia)</span>
          </td>
        </tr>
        <tr style={{ display: 'none' }}>
          <td>a cell that has no place on a phone</td>
        </tr>
      </tbody>
    </table>,
  );
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(tabbedText(taken()).split('\n')).toEqual([
    'Region',
    'AWS US East (N. Virginia)',
    'a cell that has no place on a phone',
  ]);
});

it('has exact amounts and whole ids, no buttons, and no text that a spreadsheet would run', async () => {
  render(
    <table>
      <thead>
        <tr>
          <th>
            <button type="button">Id</button>
          </th>
          <th>Name</th>
          <th>Amount</th>
          <th />
        </tr>
      </thead>
      <tbody>
        <tr>
          <th>
            <IdText id="stm-0123456789abcdefghijklmn" />
          </th>
          <td>=HYPERLINK("x")</td>
          <td>
            <MoneyText amount="-1234.56789" currency="USD" />
          </td>
          <td>
            <RowActions>
              <button type="button">Delete</button>
            </RowActions>
          </td>
        </tr>
        <tr>
          <td colSpan={4} data-detail>
            More
          </td>
        </tr>
      </tbody>
    </table>,
  );
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(tabbedText(taken()).split('\n')).toEqual([
    'Id\tName\tAmount\tCurrency',
    'stm-0123456789abcdefghijklmn\t\'=HYPERLINK("x")\t-1234.56789\tUSD',
  ]);
  saveCsv(taken(), 'Statements');
  const [file, name] = saveAs.mock.calls[0] ?? [];
  expect(name).toBe('Statements.csv');
  expect(await file?.text()).toBe(
    'Id,Name,Amount,Currency\r\nstm-0123456789abcdefghijklmn,"\'=HYPERLINK(""x"")",-1234.56789,USD\r\n',
  );
});
