import { unavailable } from '#platform/refusal.ts';

export interface AzureAccess {
  readonly tenantID: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly loginUrl: string;
}

/** A reply of Azure with any status; `body` is undefined if it is not JSON. */
export interface AzureAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const patienceMs = 4_000;
const mostBytes = 1024 * 1024;
const apiVersion = '2018-08-31';
/** The marketplace's application id, for which a token is issued. */
const marketplaceApi = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
/** A token is renewed this long before it expires. */
const spareSeconds = 60;

/** Azure Marketplace over HTTP, with a cached client-credentials token; 503 while it does not answer. */
export class AzureHttp {
  readonly #access: AzureAccess;
  #token: { readonly text: string; readonly until: number } | undefined;

  constructor(access: AzureAccess) {
    this.#access = access;
  }

  async ask(asked: Asked): Promise<AzureAnswer> {
    const answer = await this.answerTo(asked);
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401)
      throw unavailable(`Azure Marketplace answered ${answer.status} to ${asked.path}`);
    return answer;
  }

  /** Returns a reply of any status, to distinguish it from no reply. */
  async answerTo({ method = 'GET', path, headers = {}, body }: Asked): Promise<AzureAnswer> {
    return send(`${this.#access.url}${path}?api-version=${apiVersion}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.bearer()}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async bearer(): Promise<string> {
    const now = performance.now();
    if (this.#token && now < this.#token.until) return this.#token.text;
    const { tenantID, clientID, clientSecret, loginUrl } = this.#access;
    const { status, body } = await send(`${loginUrl}/${encodeURIComponent(tenantID)}/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientID,
        client_secret: clientSecret,
        scope: `${marketplaceApi}/.default`,
      }).toString(),
    });
    const { access_token: text, expires_in: seconds } = fieldsOf(body);
    if (status !== 200 || typeof text !== 'string') throw unavailable(`Azure gave no token: ${status}`);
    this.#token = { text, until: now + (Number(seconds) - spareSeconds) * 1_000 };
    return text;
  }
}

/** Returns the fields of a JSON object; empty for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function send(url: string, init: RequestInit): Promise<AzureAnswer> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    return { status: reply.status, body: jsonOf(await shortText(reply)) };
  } catch (error) {
    throw unavailable(error);
  }
}

/** Reads a reply's text; throws if it is too long. */
export async function shortText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`${reply.url} answered more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
