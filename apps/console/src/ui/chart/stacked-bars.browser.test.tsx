import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { StackedBars } from './stacked-bars.tsx';

const days = ['Nov 19', 'Nov 20', 'Nov 21'];

function renderDays(openFrom: number, values = ['10', '12', '3']) {
  render(
    <StackedBars
      title="Each day"
      summary=""
      pointsLabel="Day"
      points={days.map((label, index) => ({ key: label, label, isSoFar: index >= openFrom }))}
      series={[
        { id: 'product:Compute', name: 'Compute', values },
        { id: 'product:Storage', name: 'Storage', values: ['1', '1', '0'] },
      ]}
      currency="USD"
    />,
  );
}

const chart = () => page.getByRole('application', { name: 'Each day' });
const hatched = () => document.querySelector('[data-so-far] > path')?.getAttribute('d') ?? '';

async function walkToEnd() {
  await expect.element(chart()).toBeVisible();
  chart().element().focus();
  await userEvent.keyboard('{End}');
}

describe('StackedBars', () => {
  it('draws no bar wider than 40 px in any width', async () => {
    renderDays(days.length);
    await expect.element(chart()).toBeVisible();
    const paths = () =>
      [...document.querySelectorAll('[role="application"] svg path')].map((path) => path.getAttribute('d'));
    const widths = () =>
      paths().flatMap((d) => [...(d ?? '').matchAll(/h([\d.]+)v/g)].map(([, width]) => Number(width)));
    await expect.poll(() => [...new Set(widths())]).toEqual([40]);
  });

  it('hatches the whole bar of an unfinished day, with a word beside it', async () => {
    renderDays(2);
    await expect.element(chart().getByText('So far')).toBeVisible();
    await expect.poll(() => hatched().match(/M/g)).toHaveLength(1);
    await walkToEnd();
    await expect.element(page.getByRole('status')).toHaveTextContent('Nov 21, so far: $3.00');
    await page.getByText('View as table').click();
    await expect.element(page.getByRole('row', { name: 'Nov 21, so far $3.00 $0.00' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Nov 20 $12.00 $1.00' })).toBeVisible();
  });

  it('marks a point with a note, and says it at the cursor and in the table', async () => {
    render(
      <StackedBars
        title="Each day"
        summary=""
        pointsLabel="Day"
        points={days.map((label, index) => ({ key: label, label, ...(index === 2 && { note: 'twice the usual' }) }))}
        series={[{ id: 'product:Compute', name: 'Compute', values: ['10', '12', '24'] }]}
        currency="USD"
      />,
    );
    await walkToEnd();
    await expect.element(page.getByRole('status')).toHaveTextContent('Nov 21 · twice the usual: $24.00');
    const mark = () => document.querySelector('[data-noted]')?.getAttribute('d') ?? '';
    await expect.poll(() => mark().match(/M/g)).toHaveLength(1);
    await page.getByText('View as table').click();
    await expect.element(page.getByRole('row', { name: 'Nov 21 · twice the usual $24.00' })).toBeVisible();
  });

  it('never writes its word across a bar', async () => {
    const many = Array.from({ length: 30 }, (_, day) => (day === 29 ? '2' : '17'));
    render(
      <div style={{ width: 320 }}>
        <StackedBars
          title="Each day"
          summary=""
          pointsLabel="Day"
          points={many.map((_, day) => ({ key: `${day}`, label: `Day ${day}`, isSoFar: day === 29 }))}
          series={[{ id: 'product:Compute', name: 'Compute', values: many }]}
          currency="USD"
        />
      </div>,
    );
    const word = chart().getByText('So far');
    await expect.element(word).toBeVisible();
    const foot = word.element().getBoundingClientRect().bottom;
    const bars = [...document.querySelectorAll('[role=application] g:not([data-so-far]) > path[fill]')];
    const tops = bars.map((bar) => bar.getBoundingClientRect()).flatMap(({ top, height }) => (height > 0 ? [top] : []));
    expect(tops.length).toBeGreaterThan(0);
    expect(foot).toBeLessThanOrEqual(Math.min(...tops));
  });

  it('does not mark a finished range', async () => {
    renderDays(3);
    await walkToEnd();
    await expect.element(page.getByRole('status')).toHaveTextContent('Nov 21: $3.00');
    expect(document.querySelector('[data-so-far]')).toBeNull();
  });

  it('does not mark a day without usage', async () => {
    renderDays(2, ['10', '12', '0']);
    await walkToEnd();
    await expect.element(page.getByRole('status')).toHaveTextContent('Nov 21, so far: $0.00');
    expect(document.querySelector('[data-so-far]')).toBeNull();
  });
});

describe('zooming in', () => {
  function renderZooming() {
    const onZoom = vi.fn<(from: string, to: string) => void>();
    const onDrill = vi.fn();
    render(
      <StackedBars
        title="Each day"
        summary=""
        pointsLabel="Day"
        points={days.map((label) => ({ key: label, label }))}
        series={[{ id: 'product:Compute', name: 'Compute', values: ['10', '12', '3'] }]}
        former={{ name: 'Previous period', values: ['9', '20'] }}
        currency="USD"
        onZoom={onZoom}
        onDrill={onDrill}
      />,
    );
    return { onZoom, onDrill };
  }

  async function drawn(): Promise<SVGElement> {
    await expect.poll(() => document.querySelector('[role="application"] svg')).not.toBe(null);
    const drawing = document.querySelector<SVGElement>('[role="application"] svg');
    if (drawing === null) throw new Error('The chart is gone');
    return drawing;
  }

  it('takes the bars between the ends of a drag, in either direction, and opens none', async () => {
    const { onZoom, onDrill } = renderZooming();
    const drawing = await drawn();
    const { width } = drawing.getBoundingClientRect();
    await userEvent.dragAndDrop(drawing, drawing, {
      sourcePosition: { x: width - 20, y: 100 },
      targetPosition: { x: width / 2, y: 100 },
      steps: 5,
    });
    expect(onZoom.mock.calls).toEqual([['Nov 20', 'Nov 21']]);
    expect(onDrill).not.toHaveBeenCalled();
    await expect.poll(() => document.querySelector('[data-marked]')).toBe(null);
  });

  it('takes the bars that Shift with an arrow key marks, and says so; Escape marks none', async () => {
    const { onZoom } = renderZooming();
    await expect.element(chart()).toBeVisible();
    chart().element().focus();
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Nov 20: $12.00. Previous period: $20.00. Nov 19 to Nov 20 marked. Enter zooms in.');
    await userEvent.keyboard('{Escape}{Enter}');
    expect(onZoom).not.toHaveBeenCalled();
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}{Enter}');
    expect(onZoom.mock.calls).toEqual([['Nov 19', 'Nov 20']]);
  });

  it('shows the period before beside each bar that it has', async () => {
    renderZooming();
    await drawn();
    expect(document.querySelector('[data-former]')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    chart().element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByRole('status')).toHaveTextContent('Nov 19: $10.00. Previous period: $9.00');
    await page.getByText('View as table').click();
    await expect.element(page.getByRole('row', { name: 'Nov 21 $3.00 –' })).toBeVisible();
  });
});
