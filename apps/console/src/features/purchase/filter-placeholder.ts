import { m } from '../../paraglide/messages.js';

/** What stands where one types: all, or how many are chosen. */
export function filterPlaceholder(chosen: readonly string[]): string {
  return chosen.length === 0 ? m.purchase_filter_all() : m.purchase_filter_chosen({ count: chosen.length });
}
