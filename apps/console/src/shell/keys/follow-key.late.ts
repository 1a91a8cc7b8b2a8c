import type { AnyRouter } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { currentContract } from '../menu/current-contract.ts';
import { mayOpen } from '../menu/may-open.ts';
import { goPages } from './go-pages.ts';
import { hasLetterKeys } from './letter-keys.ts';

/** A letter later than this is no longer part of the shortcut. */
const togetherMs = 1_500;
let goPressedAt = Number.NEGATIVE_INFINITY;

/** Follows `?` and `g` with a letter, unless the reader types or a dialog or menu is open. */
export async function followKey(event: KeyboardEvent, router: AnyRouter, onKeys: () => void): Promise<void> {
  const isGo = event.timeStamp - goPressedAt <= togetherMs;
  goPressedAt = Number.NEGATIVE_INFINITY;
  if (event.ctrlKey || event.metaKey || event.altKey || !hasLetterKeys() || isOccupied(event.target)) return;
  if (isGo) return goTo(event.key, router);
  if (event.key === '?') onKeys();
  if (event.key === 'g') goPressedAt = event.timeStamp;
}

function isOccupied(target: EventTarget | null): boolean {
  const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  const isTyping = target instanceof Element && target.closest(typing) !== null;
  return isTyping || document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
}

async function goTo(letter: string, router: AnyRouter): Promise<void> {
  const page = goPages(router).find(({ goKey }) => goKey === letter);
  if (page === undefined) return;
  if (!page.to.includes('$contractId')) return router.navigate({ to: page.to });
  const { items } = await router.options.context.queryClient.ensureQueryData(contractQueries.all());
  const contract = currentContract(items, contractOf(router));
  if (contract && mayOpen(page, contract)) await router.navigate({ to: page.to, params: { contractId: contract.id } });
}

function contractOf({ state }: AnyRouter): string | undefined {
  const named = state.matches.map(({ params }) => ('contractId' in params ? params.contractId : undefined));
  return named.find((id) => id !== undefined);
}
