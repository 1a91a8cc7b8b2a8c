import { inflateRawSync } from 'node:zlib';
import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { identityProviders } from '@usance/api/people/identity-provider';
import { sso } from '@usance/api/people/sso';
import { requestOf, urlOf } from '@usance/api/request';
import { Browser } from '#testing/browser.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type Said, type Signing, saidBy, signedResponse, type TestProvider } from './provider.fixture.ts';

/** The fields that an operator sets for a provider, beside its domain and entity id. */
export const linkBody = (provider: TestProvider, makesAccounts = true) => ({
  name: 'Acme',
  signOnUrl: 'https://idp.example.com/sso',
  certificates: [provider.certificate],
  makesAccounts,
});

/** Links a provider to a domain. */
export const linked = (app: TestApp, domain: string, provider: TestProvider, makesAccounts = true) =>
  internalCaller(app).call(identityProviders.create, {
    body: { domain, entityId: provider.entityId, ...linkBody(provider, makesAccounts) },
  });

interface More {
  readonly headers?: Record<string, string>;
  readonly RelayState?: string;
  /** Of another server of the same installation. */
  readonly listener?: TestApp['publicListener'];
}

/** Sends an answer like the provider's page: from another site, without our cookies. */
export function bringAnswer(
  app: TestApp,
  SAMLResponse: string,
  { headers: more, RelayState = '', listener }: More = {},
) {
  const { method, url, headers, body } = requestOf(sso.answer, { body: { SAMLResponse, RelayState } });
  return (listener ?? app.publicListener).inject({
    method,
    url,
    payload: body ?? '',
    headers: { ...headers, origin: 'https://idp.example.com', 'sec-fetch-site': 'cross-site', ...more },
  });
}

export const encoded = (xml: string | Buffer) => Buffer.from(xml).toString('base64');

/** Sends an answer and returns the outcome, which is the same for every fault. */
export async function outcomeOf(app: TestApp, xml: string | Buffer): Promise<string> {
  const reply = await bringAnswer(app, encoded(xml));
  if (reply.cookies.length > 0) throw new Error('A cookie was given where an answer was brought');
  return reply.statusCode === 303 ? 'believed' : `${reply.statusCode} ${reply.json().message}`;
}

export const unbelieved = '401 The single sign-on did not succeed. Please begin it again.';

/** A browser in which a person signs in through their provider. */
export class SignOnBrowser extends Browser {
  readonly #app: TestApp;
  readonly #idp: TestProvider;

  constructor(app: TestApp, idp: TestProvider) {
    super(app);
    this.#app = app;
    this.#idp = idp;
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.send({ url, headers });
  }

  /** Begins a sign-on and returns the id of its request. */
  async begin(identifier = 'ada@example.com', from?: string) {
    const reply = await this.get(urlOf(sso.begin, { query: { identifier, from } }));
    if (reply.statusCode !== 200) throw new Error(`The single sign-on was refused: ${reply.body}`);
    const url = new URL(reply.json().url);
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    return { url, request, id: /\bID="([^"]+)"/.exec(request)?.[1] ?? '' };
  }

  /** The provider's signed answer about a person. */
  answer(said: Partial<Said>, signing: Signing = {}) {
    return signedResponse(this.#idp, saidBy(this.#idp, this.#app.clock.now(), said), signing);
  }

  /** Runs a whole sign-on with this content. */
  async signOn(said: Partial<Said>, { from, via = 'ada@example.com' }: { from?: string; via?: string } = {}) {
    const { id } = await this.begin(via, from);
    const brought = await bringAnswer(this.#app, encoded(this.answer({ inResponseTo: id, ...said })));
    return brought.statusCode === 303 ? this.get(String(brought.headers.location)) : brought;
  }

  async whoIs(): Promise<string | number> {
    const reply = await this.get(pathOf(accounts.whoami, 'customer'));
    return reply.statusCode === 200 ? reply.json().identifier : reply.statusCode;
  }
}
