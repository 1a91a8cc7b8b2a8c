import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { useDelayed } from './use-delayed.ts';

function Waiting({ waiting }: { waiting: boolean }) {
  return <output>{useDelayed(waiting) ? 'spins' : 'still'}</output>;
}
const said = () => document.querySelector('output')?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is true after exactly 400 ms', () => {
  act(() => render(<Waiting waiting />));
  act(() => vi.advanceTimersByTime(399));
  expect(said()).toBe('still');
  act(() => vi.advanceTimersByTime(1));
  expect(said()).toBe('spins');
});

it('stays false for a quick load', () => {
  act(() => render(<Waiting waiting={false} />));
  act(() => vi.advanceTimersByTime(10_000));
  expect(said()).toBe('still');
});
