import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { identityProviders } from '@usance/api/people/identity-provider';
import { saidBy, signedResponse, testProvider } from '../../apps/server/src/features/people/sso/provider.fixture.ts';
import { callInternally } from '../support/calls.ts';
import { serverNow } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

const provider = testProvider();

/** Serves a provider on another site, whose page posts its answer at once. */
async function servingProvider(answersAt: string, nameOf: () => string) {
  const server = createServer(async (request, reply) => {
    const asked = new URL(request.url ?? '/', 'http://provider').searchParams.get('SAMLRequest');
    if (asked === null) return reply.writeHead(404).end();
    const inResponseTo = /\bID="([^"]+)"/.exec(inflateRawSync(Buffer.from(asked, 'base64')).toString())?.[1] ?? '';
    const email = nameOf();
    const xml = signedResponse(provider, saidBy(provider, await serverNow(), { inResponseTo, nameId: email, email }));
    reply.setHeader('content-type', 'text/html').end(
      `<form method="post" action="${answersAt}"><input name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
       <input name="RelayState" value="https://evil.example/"></form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/sso`, close: () => server.close() };
}

test('a person signs in through their organization, across sites, and lands on the requested page', async ({
  page,
  baseURL,
}) => {
  let name = 'grace@sso.example';
  const serving = await servingProvider(`${baseURL}/api/v1/accounts/self-service/saml/acs`, () => name);
  await callInternally(identityProviders.create, {
    body: {
      domain: 'sso.example',
      entityId: provider.entityId,
      name: 'Example',
      signOnUrl: serving.url,
      certificates: [provider.certificate],
      makesAccounts: true,
    },
  });
  const begin = async () => {
    await page.getByRole('button', { name: 'Use single sign-on' }).click();
    await expect(page.getByLabel('Work email')).toBeFocused();
    await page.keyboard.type('grace@sso.example');
    await page.keyboard.press('Enter');
  };
  await page.goto('/signin?from=%2Fcontracts');
  name = 'mallory@other.example';
  await begin();
  await expect(page).toHaveURL(/\/signin\?refused=SINGLE_SIGN_ON_REFUSED$/);
  await expect(page.getByRole('alert')).toContainText('The single sign-on did not succeed.');
  expect((await page.context().cookies()).map((cookie) => cookie.name)).toEqual(['__Host-sso']);

  name = 'grace@sso.example';
  await page.goto('/signin?from=%2Fcontracts');
  await begin();
  await expect(page).toHaveURL(/\/contracts\?checkVersion=true$/);
  await page.goto('/account');
  await expect(page.getByText('grace@sso.example').first()).toBeVisible();
  serving.close();
});
