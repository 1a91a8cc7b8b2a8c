import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { profilePage } from './profile.fixture.tsx';
import { useKeptTheme } from './use-theme-choice.ts';

const { accountId, email, fetch, lastSent, show } = profilePage;

function Kept({ themeType }: { themeType: string }) {
  useKeptTheme({ id: accountId, identifier: email, traits: { themeType } });
  return null;
}

describe('the theme', () => {
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

  it('changes at once and is saved', async () => {
    show();
    fetch.mockImplementation(() => new Promise(() => undefined));
    await userEvent.click(page.getByText('Light', { exact: true }));
    await vi.waitFor(() => expect(scheme()).toBe('light'));
    expect(lastSent().body).toEqual({ themeType: 'default' });
  });

  it.each([
    ['default', 'light'],
    ['dark', 'dark'],
  ])('that was saved as %s is shown as %s in every browser', async (themeType, shown) => {
    render(<Kept themeType={themeType} />);
    await vi.waitFor(() => expect(scheme()).toBe(shown));
  });

  it('stays chosen without a reply, and shows the failure', async () => {
    show();
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(page.getByText('Light', { exact: true }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('No reply from the server.');
    expect(scheme()).toBe('light');
  });
});

it('the language is beside the theme, named in itself, and saved in this browser', async () => {
  show();
  await userEvent.click(page.getByText('中文'));
  expect(localStorage.getItem('usance.locale')).toBe('zh');
  expect(document.documentElement.lang).toBe('zh');
});
