import type { AddressInfo } from 'node:net';
import type { TestApp } from '../test-app.ts';

type ListenerName = 'publicListener' | 'internalListener';

/** Makes both listeners of a test's app listen; returns their ports, and the URLs requested from then on. */
export async function listening(
  app: TestApp,
): Promise<{ readonly ports: Readonly<Record<ListenerName, number>>; readonly asked: string[] }> {
  const asked: string[] = [];
  const portOf = async (name: ListenerName) => {
    await app[name].listen({ port: 0, host: '127.0.0.1' });
    app[name].server.on('request', ({ url }) => asked.push(url ?? ''));
    return (app[name].server.address() as AddressInfo).port;
  };
  const ports = {
    publicListener: await portOf('publicListener'),
    internalListener: await portOf('internalListener'),
  };
  return { ports, asked };
}
