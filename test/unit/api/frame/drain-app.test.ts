import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import fastify from 'fastify';
import { drainApp } from '../../../../api/frame/drain-app.ts';
import { drainingPlugin } from '../../../../api/frame/plugins/draining-plugin.ts';

/** An app that writes the first half of an answer immediately, and the second half on request. */
async function startApp() {
  let isStopping = false;
  let finish = (): void => undefined;
  const second = new Promise<void>((resolve) => (finish = resolve));
  const app = fastify({ return503OnClosing: false });
  await app.register(drainingPlugin, { isStopping: () => isStopping });
  app.get('/halves', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'first ';
          await second;
          yield 'second';
        })(),
      ),
    ),
  );
  app.get('/quick', () => 'quick');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    finish();
    agent.destroy();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const warnings: object[] = [];
  return {
    warnings,
    finish: () => finish(),
    ask: (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ port, path, agent }, resolve).on('error', reject);
      }),
    drain: (drainMs: number) => {
      isStopping = true;
      return drainApp(app, {
        delayMs: 0,
        drainMs,
        log: { warn: (line: object) => warnings.push(line) },
      });
    },
  };
}

describe('a draining app', () => {
  it('completes an answer that had begun, and closes its connection afterwards', async () => {
    const app = await startApp();
    const answer = await app.ask('/halves');
    expect(answer.headers.connection).toBe('keep-alive');
    const closed = new Promise((resolve) => answer.socket.once('close', resolve));
    const drained = app.drain(60_000);
    app.finish();
    expect(await text(answer)).toBe('first second');
    await closed;
    expect(await drained).toBe(true);
    expect(app.warnings).toEqual([]);
  });

  it('closes idle connections immediately', async () => {
    const app = await startApp();
    const answer = await app.ask('/quick');
    const closed = new Promise((resolve) => answer.socket.once('close', resolve));
    expect(await text(answer)).toBe('quick');
    expect(await app.drain(60_000)).toBe(true);
    await closed;
  });

  it('interrupts an answer that takes too long, so that a part of it does not look complete', async () => {
    const app = await startApp();
    const answer = await app.ask('/halves');
    expect(await app.drain(1)).toBe(false);
    await expect(text(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(app.warnings).toEqual([{ drain_ms: 1 }]);
  });
});
