import type { Deps } from '#platform/context/context.ts';

/** So many links or hours share the statements of one transaction. */
const mostTogether = 250;

/** Works on groups at a time. What one of a group fails on holds up no other: each is then tried alone, and told of. */
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
