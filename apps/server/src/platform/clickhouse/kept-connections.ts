import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';

/** Sooner than any server ends them: a question would meet a connection that has just been closed. */
const idleMs = 2_500;

/**
 * How connections to the engine at `url` are kept. That those which lie idle end is left to Node and not to the client: where
 * a question was given up before it had its connection, the client forgets to stop the clock of that one, and cuts off
 * whoever asks over it next.
 */
export function keptConnections(url: string): ClickHouseClientConfigOptions {
  const AgentOf = new URL(url).protocol === 'https:' ? SecureAgent : Agent;
  return {
    http_agent: new AgentOf({ keepAlive: true, maxSockets: 32, timeout: idleMs }),
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
  };
}
