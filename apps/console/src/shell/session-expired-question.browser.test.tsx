import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { SessionExpiredQuestion } from './session-expired-question.late.tsx';

it('the data of an expired session is cleared, so that the next session shows unread notices', async () => {
  sessionStorage.setItem('usance.notifications-told', 'yes');
  render(<SessionExpiredQuestion />);
  await expect.element(page.getByRole('dialog', { name: 'Session expired. Please sign in again.' })).toBeVisible();
  expect(sessionStorage.getItem('usance.notifications-told')).toBeNull();
});
