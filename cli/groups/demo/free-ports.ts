import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A port that the launcher listens on. */
interface WantedPort {
  readonly name: string;
  readonly variable: string;
  readonly port: number;
  readonly host: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The rules of the launcher about its ports. */
interface PortRules {
  readonly portsOf: (env: Environment) => readonly WantedPort[];
}

interface PortHolders {
  readonly portHolder: (port: number) => string | undefined;
}

/** Free ports for those that are in use. */
export interface FreePorts {
  readonly variables: Readonly<Record<string, string>>;
  /** A sentence for each port that is in use. */
  readonly notes: readonly string[];
}

/**
 * Chooses free ports for a system. Ports that the environment or a flag states stay, because a person chose them; the
 * launcher reports them if they are in use.
 */
export async function chooseFreePorts(server: string, env: Environment): Promise<FreePorts> {
  const load = async <Module>(name: string): Promise<Module> =>
    (await import(pathToFileURL(join(server, 'scripts', 'start', name)).href)) as Module;
  const [{ portsOf }, { portHolder }] = await Promise.all([
    load<PortRules>('port-faults.mjs'),
    load<PortHolders>('port-holder.mjs'),
  ]);
  const variables: Record<string, string> = {};
  const notes: string[] = [];
  for (const { name, variable, port, host } of portsOf(env)) {
    if ((env[variable] ?? '') !== '' || (await freePort(host, port)) !== undefined) continue;
    const free = await freePort(host, 0);
    if (free === undefined) continue;
    variables[variable] = String(free);
    const holder = portHolder(port);
    notes.push(
      `Port ${port} of ${name} is in use${holder === undefined ? '' : ` by ${holder}`}; it gets port ${free}.`,
    );
  }
  return { variables, notes };
}

/** The port, if it is free; any free port for 0. */
function freePort(host: string, port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((settle) => {
    server.once('error', () => settle(undefined));
    server.listen({ host, port }, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => settle(found));
    });
  });
}
