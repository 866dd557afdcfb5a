import { randomInt } from 'node:crypto';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';

export interface PrivateAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds a free port on a loopback address that no web page can guess. It is one of 16 million addresses if the system
 * has all of 127.0.0.0/8 (Linux), and 127.0.0.1 otherwise. Programs on this machine can still list the sockets that
 * listen.
 */
export async function findPrivateAddress(): Promise<PrivateAddress> {
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  return (await freePortAt(host)) ?? (await freePortAt('127.0.0.1')) ?? { host: '127.0.0.1', port: 0 };
}

async function freePortAt(host: string): Promise<PrivateAddress | undefined> {
  try {
    return { host, port: await findFreePort(host) };
  } catch {
    return undefined;
  }
}
