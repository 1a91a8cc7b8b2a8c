import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { IdText } from '../../cell/id-text.tsx';
import { MoneyText } from '../../cell/money-text.tsx';
import { RowActions } from '../row-actions.tsx';
import { saveCsv, tabbedText } from './table-text.late.ts';

const saveAs = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>());
vi.mock(import('../../../api/download.ts'), async (load) => ({ ...(await load()), saveAs }));

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
  expect(tabbedText(document.querySelector('table') as HTMLTableElement).split('\n')).toEqual([
    'Id\tName\tAmount',
    'stm-0123456789abcdefghijklmn\t\'=HYPERLINK("x")\t-1234.56789',
  ]);
  saveCsv(document.querySelector('table') as HTMLTableElement, 'Statements');
  const [file, name] = saveAs.mock.calls[0] ?? [];
  expect(name).toBe('Statements.csv');
  expect(await file?.text()).toBe(
    'Id,Name,Amount\r\nstm-0123456789abcdefghijklmn,"\'=HYPERLINK(""x"")",-1234.56789\r\n',
  );
});
