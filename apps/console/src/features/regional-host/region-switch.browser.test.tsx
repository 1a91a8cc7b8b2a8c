import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { RegionSwitch } from './region-switch.tsx';

const hosts = { us: 'https://us.example.com', global: 'https://sg.example.com' };
const region = (name: string) => page.getByRole('link', { name });

it('offers US and Global (Singapore), and marks the current one', async () => {
  render(<RegionSwitch path="/signup" typed={{}} hosts={hosts} origin={hosts.global} />);
  await expect.element(page.getByRole('navigation', { name: 'Region' })).toBeVisible();
  await expect.element(region('US')).not.toHaveAttribute('aria-current');
  await expect.element(region('Global (Singapore)')).toHaveAttribute('aria-current', 'location');
});

it('links to the other host with the entries, without empty ones', async () => {
  const typed = { firstName: 'Ada & Co', email: ' ada@example.com ', company: '', country: 'United Kingdom' };
  render(<RegionSwitch path="/signup" typed={typed} hosts={hosts} origin={hosts.global} />);
  await expect
    .element(region('US'))
    .toHaveAttribute(
      'href',
      'https://us.example.com/signup?firstName=Ada+%26+Co&email=ada%40example.com&country=United+Kingdom',
    );
});

it('does not navigate when the keyboard only moves past it', async () => {
  render(<RegionSwitch path="/signin" typed={{}} hosts={hosts} origin={hosts.global} />);
  await expect.element(region('US')).toBeVisible();
  await userEvent.tab();
  await expect.element(region('US')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(region('US')).toHaveFocus();
});

it('marks neither if the page’s host is another', async () => {
  render(<RegionSwitch path="/signin" typed={{}} hosts={hosts} origin="https://example.com" />);
  await expect.element(region('US')).not.toHaveAttribute('aria-current');
  await expect.element(region('Global (Singapore)')).not.toHaveAttribute('aria-current');
});

it('renders nothing without configured hosts', async () => {
  render(
    <main>
      <RegionSwitch path="/signup" typed={{}} />
    </main>,
  );
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement();
});
