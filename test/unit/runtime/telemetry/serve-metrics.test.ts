import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { StartupFault } from '../../../../runtime/startup-fault.ts';
import { serveMetrics } from '../../../../runtime/telemetry/serve-metrics.ts';
import { freePorts } from '../../../../testing/processes/free-ports.ts';

const HOST = '127.0.0.1';

async function served(scrape: () => Promise<string>) {
  const [port = 0] = await freePorts(1);
  const closed: string[] = [];
  const close = (): Promise<void> => {
    closed.push('closed');
    return Promise.resolve();
  };
  const stop = await serveMetrics({ metricsHost: HOST, metricsPort: port }, { scrape, close });
  return { url: `http://${HOST}:${port}`, stop, closed };
}

describe('the listener of metrics', () => {
  it('answers only /metrics with the exposition', async () => {
    const { url, stop, closed } = await served(() => Promise.resolve('up 1\n'));
    const answer = await fetch(`${url}/metrics?x=1`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'up 1\n',
    ]);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
    await stop();
    expect(closed).toEqual(['closed']);
    await expect(fetch(`${url}/metrics`)).rejects.toThrow();
  });

  it.each(['//', '/\\', '//%', 'http://[', '*'])('answers 404 to the target %s, and continues', async (target) => {
    const { url, stop } = await served(() => Promise.resolve('up 1\n'));
    // A separate connection, because a persistent connection to an earlier listener on this port is dead.
    const asked = httpRequest(url, { path: target, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    await stop();
  });

  it('answers 500 without details if the exposition fails', async () => {
    const { url, stop } = await served(() => Promise.reject(new Error('secret')));
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([500, 'The metrics cannot be read.\n']);
    await stop();
  });

  it('names the variable to change if its port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host: HOST }, resolve));
    const { port } = server.address() as { port: number };
    const metrics = { scrape: () => Promise.resolve(''), close: () => Promise.resolve() };
    const serving = serveMetrics({ metricsHost: HOST, metricsPort: port }, metrics);
    await expect(serving).rejects.toThrow(
      new StartupFault(
        `Metrics cannot listen at 127.0.0.1:${port} (the port is taken). Choose another port with TRUETALLY_METRICS_PORT.`,
      ),
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('opens no port by default', async () => {
    const stop = await serveMetrics({ metricsHost: HOST, metricsPort: undefined }, undefined);
    await expect(stop()).resolves.toBeUndefined();
  });
});
