/** An address as people write it: IPv4 by its own name, also where the socket is of both kinds. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');
