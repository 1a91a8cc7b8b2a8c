import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { IdText } from '../../cell/id-text.tsx';
import { MoneyText } from '../../cell/money-text.tsx';
import { RowActions } from '../row-actions.tsx';
import { tableText } from './table-text.late.ts';

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
  expect(tableText(document.querySelector('table') as HTMLTableElement).split('\n')).toEqual([
    'Id\tName\tAmount',
    'stm-0123456789abcdefghijklmn\t\'=HYPERLINK("x")\t-1234.56789',
  ]);
});
