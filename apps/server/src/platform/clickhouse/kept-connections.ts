import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';

/** Shorter than any server's idle limit: otherwise a question could meet a connection that was just closed. */
const idleMs = 2_500;

/**
 * Settings for connections to the engine at `url`. Node ends idle connections, not the client. If a question is
 * abandoned before it has a connection, the client forgets to stop the idle timer of that connection, and cuts off the
 * next question.
 */
export function keptConnections(url: string): ClickHouseClientConfigOptions {
  const AgentOf = new URL(url).protocol === 'https:' ? SecureAgent : Agent;
  return {
    http_agent: new AgentOf({ keepAlive: true, maxSockets: 32, timeout: idleMs }),
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
  };
}
