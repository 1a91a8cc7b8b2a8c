import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { RegionSwitch } from './region-switch.tsx';

const hosts = { us: 'https://us.example.com', global: 'https://sg.example.com' };
const radio = (name: string) => page.getByRole('radio', { name });

it('offers US and Global (Singapore), and shows in which of them one is', async () => {
  render(<RegionSwitch path="/signup" typed={{}} hosts={hosts} origin={hosts.global} />);
  await expect.element(page.getByRole('radiogroup', { name: 'Region' })).toBeVisible();
  await expect.element(radio('US')).not.toBeChecked();
  await expect.element(radio('Global (Singapore)')).toBeChecked();
});

it('moves the browser to the other host with what was typed, and nothing that was left empty', async () => {
  const go = vi.fn();
  const typed = { firstName: 'Ada & Co', email: ' ada@example.com ', company: '', country: 'United Kingdom' };
  render(<RegionSwitch path="/signup" typed={typed} hosts={hosts} origin={hosts.global} go={go} />);
  await userEvent.click(page.getByText('US', { exact: true }));
  expect(go.mock.calls).toEqual([
    ['https://us.example.com/signup?firstName=Ada+%26+Co&email=ada%40example.com&country=United+Kingdom'],
  ]);
});

it('says of neither that it is here, where the page came by another name', async () => {
  render(<RegionSwitch path="/signin" typed={{}} hosts={hosts} origin="https://example.com" />);
  await expect.element(radio('US')).not.toBeChecked();
  await expect.element(radio('Global (Singapore)')).not.toBeChecked();
});

it('is nothing where no hosts are configured', () => {
  render(<RegionSwitch path="/signup" typed={{}} />);
  expect(document.querySelector('[role="radiogroup"]')).toBeNull();
});
