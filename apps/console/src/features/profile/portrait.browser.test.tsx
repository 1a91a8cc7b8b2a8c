import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Settings } from '@usance/api/people/settings';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { messageStack } from '../../ui/feedback/message/notify.tsx';
import { accountQueries } from '../account/account.queries.ts';
import { Portrait } from './portrait.tsx';
import { profileQueries } from './profile.queries.ts';

const ada: Settings = {
  id: `acc-${'a'.repeat(20)}`,
  identifier: 'ada@example.com',
  traits: { fullName: 'Ada Lovelace' },
};
const version = '0123456789abcdef0123456789abcdef';
const fetch = stubbedFetch();
afterEach(async () => {
  setLocale('en');
  await page.viewport(1280, 800);
});

function Own() {
  const { data } = useQuery({ ...profileQueries.own(), enabled: false });
  return data && <Portrait profile={data} />;
}

function show(profile: Settings = ada) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profileQueries.own().queryKey, profile);
  render(
    <QueryClientProvider client={client}>
      <Own />
    </QueryClientProvider>,
  );
  return client;
}

const lastContent = (): string => JSON.parse(String(fetch.mock.lastCall?.[1]?.body)).content;

/** A picture that is red on its left half and blue on its right. */
async function picture(width = 400, height = 200): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = '#f00';
  brush.fillRect(0, 0, width / 2, height);
  brush.fillStyle = '#00f';
  brush.fillRect(width / 2, 0, width / 2, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'ada.png', { type: 'image/png' });
}

const choose = async (file: File) => {
  await vi.waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull());
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
const save = page.getByRole('button', { name: 'Save' });
const upload = page.getByRole('button', { name: 'Upload a portrait' });
const opened = async () => {
  await expect.element(dialog).toBeVisible();
  await expect.element(save).toBeEnabled();
};

/** The colours of the uploaded picture, at its left and at its right. */
async function coloursSent(): Promise<readonly ['red' | 'blue', 'red' | 'blue']> {
  const image = new Image();
  image.src = lastContent();
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: image.width, height: image.height });
  const brush = canvas.getContext('2d');
  brush?.drawImage(image, 0, 0);
  const at = (x: number) => ((brush?.getImageData(x, 100, 1, 1).data[0] ?? 0) > 128 ? 'red' : 'blue');
  return [at(5), at(image.width - 5)];
}

describe('a portrait', () => {
  it('shows initials if there is none, or the picture by its version', async () => {
    show();
    await expect.element(page.getByText('AL')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
    show({ ...ada, portrait: version });
    await expect.element(page.getByRole('button', { name: 'Change portrait' })).toBeVisible();
    await vi.waitFor(() => expect(document.querySelector('img')?.src).toMatch(`settings/portrait?version=${version}`));
  });

  it('is the middle of the picture, uploaded as a JPEG, and shows at once in the avatar', async () => {
    const client = show();
    await choose(await picture());
    await opened();
    fetch.mockImplementation(() => reply({ ...ada, portrait: version }));
    await userEvent.click(save);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastContent()).toMatch(/^data:image\/jpeg;base64,/);
    expect(await coloursSent()).toEqual(['red', 'blue']);
    expect(client.getQueryData(accountQueries.whoami().queryKey)?.portrait).toBe(version);
    await expect.element(page.getByRole('button', { name: 'Change portrait' })).toHaveFocus();
  });

  it.each([
    ['{ArrowLeft>60/}', 'blue'],
    ['{ArrowRight>60/}', 'red'],
  ])('can be moved by the arrow keys: %s shows the %s side', async (keys, colour) => {
    show();
    await choose(await picture());
    await opened();
    const crop = dialog.getByRole('group', { name: 'Crop your picture' });
    (crop.element() as HTMLElement).focus();
    await userEvent.keyboard(keys);
    fetch.mockImplementation(() => reply({ ...ada, portrait: version }));
    await userEvent.click(save);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(await coloursSent()).toEqual([colour, colour]);
  });

  it('can be moved by the mouse, and zoomed by the slider', async () => {
    show();
    await choose(await picture());
    await opened();
    const zoom = dialog.getByRole('slider', { name: 'Zoom' });
    (zoom.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight>10/}');
    await expect.element(zoom).toHaveValue('2');
    const crop = dialog.getByRole('group', { name: 'Crop your picture' });
    await userEvent.dragAndDrop(crop, crop, {
      sourcePosition: { x: 20, y: 100 },
      targetPosition: { x: 190, y: 100 },
    });
    fetch.mockImplementation(() => reply({ ...ada, portrait: version }));
    await userEvent.click(save);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(await coloursSent()).toEqual(['red', 'red']);
  });

  it.each([
    ['group', 'Crop your picture'],
    ['slider', 'Zoom'],
  ] as const)('that was cropped by the %s is dropped by Esc only after a question', async (role, name) => {
    show();
    await choose(await picture());
    await opened();
    (dialog.getByRole(role, { name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
  });

  it('must have fewer than 1,000,000 bytes, or a warning shows', async () => {
    show();
    await choose(new File([new Uint8Array(1_000_000)], 'large.png', { type: 'image/png' }));
    const warned = vi.waitFor(() => expect(messageStack.arrived()).toBeDefined());
    await warned;
    await expect.element(dialog).not.toBeInTheDocument();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('must be a picture; another file shows an error, and cannot be saved', async () => {
    show();
    await choose(new File(['no picture'], 'ada.png', { type: 'image/png' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('The picture must be a PNG, a JPEG or a WebP');
    await expect.element(save).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(upload).toHaveFocus();
  });

  it('that is refused stays for a retry, and shows why', async () => {
    show();
    await choose(await picture());
    await opened();
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(save);
    await expect.element(page.getByRole('alert')).toHaveTextContent('No reply from the server.');
    await expect.element(dialog).toBeVisible();
  });

  it('can be removed', async () => {
    show({ ...ada, portrait: version });
    fetch.mockImplementation(() => reply(ada));
    await userEvent.click(page.getByRole('button', { name: 'Remove' }));
    await expect.element(upload).toHaveFocus();
    expect(lastContent()).toBe('');
  });

  it('can be cropped in Chinese at 320 pixels', async () => {
    await page.viewport(320, 640);
    setLocale('zh');
    show();
    await choose(await picture());
    const chinese = page.getByRole('dialog', { name: '裁剪头像' });
    await expect.element(chinese).toBeVisible();
    expect(chinese.element().scrollWidth).toBeLessThanOrEqual(chinese.element().clientWidth);
  });
});
