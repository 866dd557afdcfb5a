import { createServer } from 'node:http';
import { Pool, type Dispatcher } from 'undici';

/**
 * A bare proxy of `node:http` and `undici.dispatch` that passes on everything, with headers both ways, and checks
 * nothing. It shows the minimum cost of a proxy in Node.
 */
const [port, origin = ''] = process.argv.slice(2);
const pool = new Pool(origin);
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'host', 'content-length']);

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    pool.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.url ?? '/',
        headers: ofTheCall(request.rawHeaders),
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, headers) =>
          void response.writeHead(status, { ...headers, connection: 'keep-alive' }),
        onResponseData: (_, chunk) => void response.write(chunk),
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    );
  });
}).listen({ host: '127.0.0.1', port: Number(port) });

/** The headers without those of the connection, which each side sets itself. */
function ofTheCall(rawHeaders: readonly string[]): string[] {
  const headers: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) headers.push(name, rawHeaders[index + 1] as string);
  }
  return headers;
}
