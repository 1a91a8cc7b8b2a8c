import { Checkbox } from '@mantine/core';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { PolicyLinks } from './policy-links.tsx';

afterEach(() => document.getElementById('boot')?.remove());

function told(boot: object) {
  const script = document.body.appendChild(document.createElement('script'));
  script.type = 'application/json';
  script.id = 'boot';
  script.textContent = JSON.stringify(boot);
}
const show = () =>
  render(
    <Checkbox
      label="I agree"
      description={<PolicyLinks policies={['terms', 'privacy']} />}
      onChange={() => undefined}
    />,
  );

it('links to the operator’s addresses', async () => {
  told({ policies: { terms: 'https://example.com/terms' } });
  show();
  const terms = page.getByRole('link', { name: 'Terms of Service (opens in a new tab)' });
  await expect.element(terms).toHaveAttribute('href', 'https://example.com/terms');
  const privacy = page.getByRole('link', { name: 'Privacy Policy (opens in a new tab)' });
  await expect.element(privacy).toHaveAttribute('href', '/policies/privacy');
});

it('keeps the name of the checkbox', async () => {
  show();
  await expect.element(page.getByRole('checkbox', { name: 'I agree', exact: true })).toBeVisible();
});
