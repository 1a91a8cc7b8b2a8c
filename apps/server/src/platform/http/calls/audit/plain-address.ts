/** Returns an address as people write it: IPv4 without the prefix of dual-stack sockets. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');
