import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { noteFirstDrawn, usePainted } from './painted.ts';

function Opening() {
  return <output>{usePainted() ? 'painted' : 'not yet'}</output>;
}
const said = () => document.querySelector('output')?.textContent;
const frame = () => act(() => vi.advanceTimersToNextFrame());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a component is painted in its third frame, when the first is on the screen', () => {
  act(() => render(<Opening />));
  for (const _early of [1, 2]) {
    frame();
    expect(said()).toBe('not yet');
  }
  frame();
  expect(said()).toBe('painted');
});

it('a page in the background, which has no frames, does not wait for them', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => render(<Opening />));
  expect(said()).toBe('painted');
});

it('a page that its reader leaves before it is painted waits no longer', () => {
  act(() => render(<Opening />));
  expect(said()).toBe('not yet');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(said()).toBe('painted');
});

it('later pages of a visit wait for no frame', () => {
  noteFirstDrawn();
  act(() => render(<Opening />));
  expect(said()).toBe('painted');
});
