import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Attachment } from '@usance/api/sale/attachment';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { AttachmentSection } from './attachment-section.tsx';

const fetch = stubbedFetch();
const of = { contractId: 'ct-aaaa', offerId: 'po-aaaa' };

const pdf: Attachment = {
  id: 'att-pppp',
  originalFileName: 'Terms.pdf',
  fileSize: 1_234_567,
  mediaType: 'application/pdf',
  createdAt: '2026-10-15T16:30:00.000Z',
};
const png: Attachment = {
  ...pdf,
  id: 'att-gggg',
  originalFileName: 'chart.png',
  fileSize: 999,
  mediaType: 'image/png',
};
const text: Attachment = {
  ...pdf,
  id: 'att-tttt',
  originalFileName: `${'long-name-'.repeat(20)}.txt`,
  fileSize: 12_345,
  mediaType: 'application/octet-stream',
};

let list: () => Promise<Response>;
let file: () => Promise<Response>;
beforeEach(() => page.viewport(1280, 800));
beforeEach(() => {
  list = () => reply({ items: [pdf, png, text] });
  file = () => Promise.resolve(new Response('bytes'));
  fetch.mockImplementation((input) => (String(input).includes('/download') ? file() : list()));
});
afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Notifications limit={1} />
      <AttachmentSection of={of} zone="Asia/Shanghai" />
    </QueryClientProvider>,
  );
}

const table = page.getByRole('table', { name: 'Attachments' });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

describe('the attachments of an offer', () => {
  it('show their size, and their date in the contract’s zone', async () => {
    show();
    for (const size of ['1.2 MB', '999 Bytes', '12.3 KB']) await expect.element(table.getByText(size)).toBeVisible();
    await expect.element(table.getByText('Oct 16, 2026, 00:30 UTC+8').first()).toBeVisible();
  });

  it('show that they are loading', async () => {
    list = () => new Promise(() => undefined);
    show();
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
  });

  it('may be empty', async () => {
    list = () => reply({ items: [] });
    show();
    await expect.element(page.getByText('No attachments')).toBeVisible();
  });

  it('show why they could not be loaded', async () => {
    list = () => refusal(503, 'UNAVAILABLE');
    show();
    await expect.element(page.getByRole('alert').getByText(/^This is not available/)).toBeVisible();
  });

  it('fit a phone, however long their names', async () => {
    await page.viewport(390, 844);
    show();
    await expect.element(table.getByText('12.3 KB')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('downloading an attachment', () => {
  it('requests its file', async () => {
    show();
    await press('Download Terms.pdf');
    await expect.element(page.getByText('Download started.')).toBeVisible();
    expect(fetch.mock.lastCall?.[0]).toBe(
      '/api/v1/contracts/ct-aaaa/private-offers/po-aaaa/attachments/att-pppp/download',
    );
  });

  it('shows why it failed', async () => {
    file = () => refusal(404, 'ATTACHMENT_NOT_FOUND');
    show();
    await press('Download Terms.pdf');
    const said = 'Failed to download attachment: This attachment does not exist any more.';
    await expect.element(page.getByRole('alert').getByText(said, { exact: false })).toBeVisible();
  });
});

describe('previewing an attachment', () => {
  it('shows a PDF in a named frame', async () => {
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true);
    show();
    await press('Preview Terms.pdf');
    const frame = page.getByRole('dialog', { name: 'Terms.pdf' }).getByTitle('Terms.pdf');
    await expect.element(frame).toHaveAttribute('src', expect.stringMatching(/att-pppp\/download\?inline=true$/));
  });

  it('shows why a PDF was refused, but not in the frame', async () => {
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true);
    file = () => refusal(404, 'ATTACHMENT_NOT_FOUND');
    show();
    await press('Preview Terms.pdf');
    const dialog = page.getByRole('dialog', { name: 'Terms.pdf' });
    await expect.element(dialog.getByRole('alert').getByText(/^This attachment does not exist/)).toBeVisible();
    expect(document.querySelector('iframe[title="Terms.pdf"]')).toBeNull();
    file = () => Promise.resolve(new Response('bytes'));
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await expect.element(dialog.getByTitle('Terms.pdf', { exact: true }).last()).toBeVisible();
  });

  it('says if the browser cannot show PDFs, and offers a download', async () => {
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(false);
    show();
    await press('Preview Terms.pdf');
    const dialog = page.getByRole('dialog', { name: 'Terms.pdf' });
    await expect.element(dialog.getByText('This file cannot be shown here. Download it to open it.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(document.querySelector('iframe[title]')).toBeNull();
  });

  it('shows a picture, says if it is broken, and returns the focus', async () => {
    show();
    await press('Preview chart.png');
    const dialog = page.getByRole('dialog', { name: 'chart.png' });
    await expect.element(dialog.getByText(/^This file cannot be shown here/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Preview chart.png' })).toHaveFocus();
  });

  it('is not offered for other file types', async () => {
    show();
    await expect.element(page.getByRole('button', { name: `Download ${text.originalFileName}` })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `Preview ${text.originalFileName}` }))
      .not.toBeInTheDocument();
  });
});
