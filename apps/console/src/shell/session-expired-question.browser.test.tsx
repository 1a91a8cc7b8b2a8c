import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { SessionExpiredQuestion } from './session-expired-question.late.tsx';

it('what was kept for a session is forgotten once it has expired, so that the next is told what is unread', async () => {
  sessionStorage.setItem('usance.notifications-told', 'yes');
  render(<SessionExpiredQuestion />);
  await expect.element(page.getByRole('dialog', { name: 'Session expired. Please sign in again.' })).toBeVisible();
  expect(sessionStorage.getItem('usance.notifications-told')).toBeNull();
});
