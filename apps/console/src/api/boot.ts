import * as z from 'zod/mini';

const boot = z.object({
  variant: z._default(z.enum(['hosted', 'self-hosted']), 'hosted'),
  version: z._default(z.string(), 'dev'),
});

/** What the server wrote into the page; under the development server the placeholder still stands there. */
function readBoot(): z.output<typeof boot> {
  const text = document.getElementById('boot')?.textContent ?? '';
  return boot.parse(text.startsWith('{') ? JSON.parse(text) : {});
}

export const { variant, version } = readBoot();
