import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { Legend } from './legend.tsx';
import { useLegend } from './legend-selection.ts';

const series = ['compute', 'storage', 'network'].map((name) => ({ id: `product:${name}` as const, name }));

function Stage() {
  const state = useLegend(series);
  return (
    <>
      <Legend series={series} state={state} />
      <output>
        {series
          .filter(({ id }) => state.isShown(id))
          .map(({ name }) => name)
          .join(' ')}
      </output>
    </>
  );
}

const key = (name: string) => page.getByRole('button', { name, exact: true });
const shows = (names: string) => expect.element(page.getByRole('status')).toHaveTextContent(names);

describe('Legend', () => {
  beforeEach(() => render(<Stage />));

  it('shows one series alone when pressed, and all again when pressed twice', async () => {
    await userEvent.click(key('storage'));
    await shows('storage');
    await expect.element(key('storage')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(key('storage'));
    await shows('compute storage network');
  });

  it('adds and takes away series with Shift, by pointer and by keyboard', async () => {
    await userEvent.click(key('storage'));
    await userEvent.keyboard('{Shift>}');
    await userEvent.click(key('network'));
    await shows('storage network');
    key('compute').element().focus();
    await userEvent.keyboard('{Enter}');
    await shows('compute storage network');
    await userEvent.click(key('storage'));
    await userEvent.keyboard('{/Shift}');
    await shows('compute network');
  });

  it('shows every series again with All', async () => {
    await userEvent.click(key('network'));
    await userEvent.click(key('All'));
    await shows('compute storage network');
  });
});
