import { expect, it } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { Axes } from './axes.tsx';

const width = 600;
const days = ['10月1日', '10月31日'];

it('cuts no label at the edge, even if it is drawn wider than measured', async () => {
  render(
    <svg role="img" aria-label="Days" width={width} height={100} style={{ letterSpacing: 2 }}>
      <Axes
        {...{ width, height: 100, left: 50, ticks: [], symbol: '$' }}
        points={days.map((label) => ({ key: label, label }))}
        xOf={(index) => (index === 0 ? 50 : width - 12)}
      />
    </svg>,
  );
  const last = () => [...document.querySelectorAll<SVGTextElement>('svg text')].at(-1);
  await expect.poll(() => last()?.textContent).toBe('10月31日');
  const { x = 0, width: drawn = 0 } = last()?.getBBox() ?? {};
  expect(x + drawn).toBeCloseTo(width, 0);
});
