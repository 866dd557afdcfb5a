import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AnsweringServer {
  readonly origin: string;
  /** The requests, oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** Settles when the connection of the newest request is closed. */
  closed(): Promise<unknown>;
}

/** Starts a real HTTP server on a free port, which answers with the test's function until the test ends. */
export async function startAnsweringServer(
  answer: (response: ServerResponse, request: ReceivedRequest, index: number) => void | Promise<void>,
): Promise<AnsweringServer> {
  const received: ReceivedRequest[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    closed = once(response, 'close');
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = { method, url, headers, body: Buffer.concat(pieces).toString() };
      received.push(asked);
      void answer(response, asked, received.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    closed: () => closed,
  };
}

/** Answers with a JSON document. */
export function sendJson(response: ServerResponse, status: number, document: unknown, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_head' }).end(JSON.stringify(document));
}
