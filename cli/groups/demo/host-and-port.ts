import type { Form } from '../../tree/flag.ts';

/** An address that a server listens on. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const LAST_PORT = 65_535;

/** `127.0.0.1:7070`, or `[::1]:7070`. */
export const hostAndPort: Form<HostAndPort> = {
  rule: 'a host and a port, such as 127.0.0.1:7070',
  parse: (text) => {
    const found = /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text);
    const port = Number(found?.[3]);
    const host = found?.[1] ?? found?.[2];
    return host !== undefined && port >= 1 && port <= LAST_PORT ? { host, port } : undefined;
  },
};
