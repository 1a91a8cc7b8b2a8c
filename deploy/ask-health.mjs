// node ask-health.mjs alive|ready: ends with 0 when the server of this machine says so, else with 1. `alive` is for who
// restarts it; `ready` is for who sends people to it, and is false while a database is away.
const [question = ''] = process.argv.slice(2);
if (!['alive', 'ready'].includes(question)) {
  console.error('alive or ready?');
  process.exit(2);
}
const port = process.env.INTERNAL_PORT || '8081';
// Where it binds; whoever binds to every address is reached at this machine's own.
const bound = process.env.INTERNAL_HOST || '127.0.0.1';
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[bound] ?? (bound.includes(':') ? `[${bound}]` : bound);
const limit = AbortSignal.timeout(5_000);
const reply = await fetch(`http://${host}:${port}/internal/api/v1/accounts/health/${question}`, {
  signal: limit,
}).catch((error) => ({ ok: false, text: async () => error.message }));
if (reply.ok) process.exit(0);
console.error(await reply.text());
process.exit(1);
