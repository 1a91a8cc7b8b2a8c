import type { Deps } from '#platform/context/context.ts';

/** The links or hours that share one transaction. */
const mostTogether = 250;

/**
 * Works through groups. If one fails, each of its members is tried alone, and failures are logged, so that none holds
 * up another.
 */
export async function inGroups<T>(
  { log }: Pick<Deps, 'log'>,
  all: readonly T[],
  work: (group: readonly T[]) => Promise<unknown>,
  failure: (one: T) => { readonly message: string; readonly of: object },
): Promise<void> {
  for (let from = 0; from < all.length; from += mostTogether) {
    const group = all.slice(from, from + mostTogether);
    const isDone = await work(group).then(
      () => true,
      () => false,
    );
    if (isDone) continue;
    for (const one of group)
      await work([one]).catch((error: unknown) => {
        const { message, of } = failure(one);
        log.error({ ...of, err: error }, message);
      });
  }
}
