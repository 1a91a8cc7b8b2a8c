import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The API's replies for the reader of a page, by address. */
export type FirstReplies = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

// A page does not wait longer for replies that it can ask for itself.
const patienceMs = 500;
// A page has no place among the large replies, whose readers are held to a pace.
const mostLength = { ofOne: 64 * 1024, inAll: 256 * 1024 };

/** The addresses that a page asks first, and in groups those that it learns from their replies. */
export interface FirstAsked {
  readonly first: readonly string[];
  readonly next: (told: FirstReplies) => readonly (readonly string[])[];
}

/**
 * Returns the replies that this reader's page needs first, to save its round trips. Each is made as if the reader had
 * asked, under the same rules; refused, large or late ones are left out. For an unknown reader only the first is asked
 * until it succeeds.
 */
export async function firstReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  { first, next }: FirstAsked,
): Promise<FirstReplies> {
  const { cookie, host, 'user-agent': agent } = request.headers;
  const headers = { cookie, host, 'user-agent': agent };
  const told: Record<string, { status: number; body: unknown }> = {};
  let isOver = false;
  let left = mostLength.inAll;
  const ask = async (url: string) => {
    const { statusCode: status, body } = await app.inject({ url, headers, remoteAddress: request.ip });
    if ((status !== 200 && status !== 401) || body.length > Math.min(left, mostLength.ofOne)) return status;
    left -= body.length;
    told[url] = { status, body: JSON.parse(body) };
    return status;
  };
  const askAll = async () => {
    // Pages have no rate limit, and a made-up session would cause many look-ups. The first reply makes its reader
    // known.
    const alone = request.isKnown ? [] : first.slice(0, 1);
    for (const url of alone) if ((await ask(url)) !== 200) return;
    await Promise.allSettled(first.slice(alone.length).map(ask));
    // A few at a time, as a browser asks: a reader has a dozen places in line.
    for (const group of next(told)) {
      if (isOver) return;
      await Promise.allSettled(group.map(ask));
    }
  };
  await withPatience(Promise.allSettled([askAll()]));
  isOver = true;
  return { ...told };
}

function withPatience(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, patienceMs);
    void work.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
