import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, reply } from '../../testing/stubbed-fetch.ts';
import { profilePage } from './profile.fixture.tsx';

const { box, button, fetch, jobID, lastSent, settled, show } = profilePage;

describe('the telephone', () => {
  const open = () => userEvent.click(button('Change phone'));

  it('gets no code unless it is a Chinese mobile', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '12345678901');
    await userEvent.click(button('Send code'));
    await expect.element(box('New phone number')).toHaveFocus();
    await expect.element(page.getByText('Please enter a validate phone')).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is set with the code that was sent to it, and another can be sent after 60 seconds', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => reply({ jobID }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in (60|59) s/)).toBeDisabled();
    await expect.element(box('Verification code')).toHaveFocus();
    expect(lastSent().url).toMatch(/\/accounts\/auth\/sms\/13912345678$/);
    await userEvent.fill(box('Verification code'), '123456');
    fetch.mockImplementation(() => settled({ phone: '13912345678' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('13912345678')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(lastSent().body).toEqual({ number: '13912345678', authJobID: jobID, token: '123456' });
  });

  it('is not set with a code that went to another number', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => reply({ jobID }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in/)).toBeVisible();
    await userEvent.fill(box('New phone number'), '13912345679');
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('Ask for a code first')).toBeVisible();
    await expect.element(box('Verification code')).toHaveFocus();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('waits as long as the server says', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait.', { retryAfterSeconds: '1200' }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in 1(200|199) s/)).toBeVisible();
    await expect.element(page.getByText(/try again in 20 min/)).toBeVisible();
  });
});
