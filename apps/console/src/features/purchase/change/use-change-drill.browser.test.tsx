import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import type { PurchaseSearch } from '../search/purchase-search.ts';
import { useChangeDrill } from './use-change-drill.ts';

function Chosen({ patch, onChange }: { patch: Partial<PurchaseSearch>; onChange: () => void }) {
  const { changes, drill } = useChangeDrill(onChange);
  return (
    <div ref={changes} tabIndex={-1}>
      <button type="button" onClick={() => drill(patch)}>
        Choose
      </button>
    </div>
  );
}

it.each<[Partial<PurchaseSearch>, PurchaseSearch['changed']]>([
  [{ product: ['Storage'] }, 'objectID'],
  [{ datacloudID: ['dc-lake'] }, 'objectID'],
  [{ objectID: ['warehouse-1'] }, 'product'],
])('asks further than what was chosen: %j by %s', async (patch, changed) => {
  const onChange = vi.fn();
  render(<Chosen patch={patch} onChange={onChange} />);
  await userEvent.click(page.getByRole('button', { name: 'Choose' }));
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ ...patch, changed }));
});
