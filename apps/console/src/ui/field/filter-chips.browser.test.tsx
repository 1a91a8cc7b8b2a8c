import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { FilterChips } from './filter-chips.tsx';

function Page() {
  const [keys, setKeys] = useState(['one', 'two', 'three']);
  return (
    <main>
      <h1 tabIndex={-1}>Costs</h1>
      <FilterChips
        chips={keys.map((key) => ({ key, name: 'Region', value: key }))}
        onRemove={(key) => setKeys(keys.filter((other) => other !== key))}
        onClear={() => setKeys([])}
      />
    </main>
  );
}

const chip = (value: string) => page.getByRole('button', { name: `Region ${value}, remove filter` });
const heading = page.getByRole('heading', { name: 'Costs' });
const press = async (button: ReturnType<typeof chip>) => {
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
};

beforeEach(() => render(<Page />));

it('moves the focus from chip to chip, and from the last one to the page', async () => {
  await press(chip('two'));
  await expect.element(chip('three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('one')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveFocus();
});

it('moves the focus to the page when all are cleared', async () => {
  await press(page.getByRole('button', { name: 'Clear all' }));
  await expect.element(heading).toHaveFocus();
});
