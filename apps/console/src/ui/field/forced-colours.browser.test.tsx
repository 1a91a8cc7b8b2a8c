import { afterEach, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { PageButtons } from '../table/pager/page-buttons.tsx';
import { Segments } from './segments.tsx';

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
afterEach(() => emulate('none'));

const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;

it('keeps the selection visible under forced colours', async () => {
  render(
    <>
      <PageButtons page={2} pages={3} onPage={() => undefined} />
      <Segments
        label="View"
        options={[
          { value: 'tiles', label: 'Tiles' },
          { value: 'table', label: 'Table' },
        ]}
        value="tiles"
        onChange={() => undefined}
      />
    </>,
  );
  const chosen = () => [page.getByRole('button', { name: 'Page 2' }).element(), page.getByText('Tiles').element()];
  const others = () => [page.getByRole('button', { name: 'Page 1' }).element(), page.getByText('Table').element()];
  await expect.element(page.getByText('Tiles')).toBeVisible();
  await emulate('active');
  await expect.poll(() => chosen().map(outlineOf)).toEqual(['solid', 'solid']);
  expect(others().map(outlineOf)).toEqual(['none', 'none']);
});
