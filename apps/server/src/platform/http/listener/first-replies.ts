import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the API answers to whoever asks for a page, by address. */
export type FirstReplies = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

// A page never waits longer for what it can ask for itself.
const patienceMs = 300;
// A page is made whole and has no place among the large replies on their way, whose readers are held to a pace.
const mostLength = 64 * 1024;

/**
 * The replies to what the page of this reader will ask for first, so that no round trip is spent on it. Each is made as
 * if the reader had asked, with all that holds for them; what is refused for load, large or late is left out. Of whoever is
 * not known yet only the first is asked until it is answered.
 */
export async function firstReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  urls: readonly string[],
): Promise<FirstReplies> {
  const { cookie, host, 'user-agent': agent } = request.headers;
  const headers = { cookie, host, 'user-agent': agent };
  const told: Record<string, { status: number; body: unknown }> = {};
  const ask = async (url: string) => {
    const { statusCode: status, body } = await app.inject({ url, headers, remoteAddress: request.ip });
    if ((status === 200 || status === 401) && body.length <= mostLength) told[url] = { status, body: JSON.parse(body) };
    return status;
  };
  const askAll = async () => {
    // A page has no limit of its own: made up sessions would have each ask for five. The first reply makes its reader known.
    const alone = request.isKnown ? [] : urls.slice(0, 1);
    for (const url of alone) if ((await ask(url)) !== 200) return;
    await Promise.allSettled(urls.slice(alone.length).map(ask));
  };
  await withPatience(Promise.allSettled([askAll()]));
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
