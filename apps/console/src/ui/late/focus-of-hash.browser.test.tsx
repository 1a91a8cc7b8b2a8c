import { QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { Section } from '../page/section.tsx';
import { FocusOfHash } from './focus-of-hash.tsx';

it('takes the focus to the heading that a link of the page names, so that Tab goes on there', async () => {
  renderWithRoutes(new QueryClient(), () => (
    <>
      <Link to="/" hash="held">
        Frozen
      </Link>
      <Section title="What is frozen" id="held">
        <button type="button">First hold</button>
      </Section>
      <FocusOfHash />
    </>
  ));
  await expect.element(page.getByRole('link', { name: 'Frozen' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'What is frozen' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'First hold' })).toHaveFocus();
});
