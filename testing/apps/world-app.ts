import { AsyncLocalStorage } from 'node:async_hooks';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ApiApp } from '../../api/frame/api-app.ts';

/** An application that answers each request through the ports of that request. */
export interface WorldApp<Ports extends object> {
  readonly app: ApiApp;
  inject(ports: Ports, options: InjectOptions): Promise<LightMyRequestResponse>;
}

type Port = Record<PropertyKey, unknown>;

/**
 * Creates an application that many tests share. It uses the ports of the current request. Tests need separate ports but
 * not separate routes, and the registration of a lane's routes costs as much as fifty requests.
 *
 * @param template ports like those of the requests: functions, and objects of functions
 */
export function createWorldApp<Ports extends object>(
  template: Ports,
  create: (ports: Ports) => ApiApp,
): WorldApp<Ports> {
  const worlds = new AsyncLocalStorage<Ports>();
  // Work between requests belongs to no test, so it uses the template.
  const portOf = (name: keyof Ports): Port => (worlds.getStore() ?? template)[name] as Port;
  const names = Object.keys(template) as (keyof Ports)[];
  const app = create(
    Object.fromEntries(names.map((name) => [name, forwarded(template[name] as Port, () => portOf(name))])) as Ports,
  );
  return {
    app,
    async inject(ports, options) {
      await app.ready();
      // `inject` sends the request only when it is awaited, so it is awaited inside the context.
      return worlds.run(ports, async () => await app.inject(options));
    },
  };
}

/** A port that forwards every call to the current port of `current`. */
function forwarded(template: Port, current: () => Port): unknown {
  if (typeof template === 'function') return (...given: unknown[]) => call(current(), given);
  return new Proxy(template, {
    get(target, name) {
      if (typeof target[name] !== 'function') return current()[name];
      return (...given: unknown[]) => {
        const port = current();
        return call(port[name], given, port);
      };
    },
  });
}

function call(target: unknown, given: readonly unknown[], self?: unknown): unknown {
  return Reflect.apply(target as (...all: unknown[]) => unknown, self, given);
}
