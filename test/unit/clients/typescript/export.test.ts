import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  InsightForbiddenError,
  TruetallyAbortError,
  TruetallyAnswerError,
  TruetallyConnectionError,
  TruetallyTimeoutError,
} from '../../../../clients/typescript/errors.ts';
import type { ExportedRun } from '../../../../clients/typescript/exported-run.ts';
import { createTruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';

const HEAD = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="run.csv"',
  'x-request-id': 'req_1',
};

async function exportFrom(
  answer: (response: ServerResponse) => void,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<{ server: AnsweringServer; run: ExportedRun }> {
  const server = await startAnsweringServer((response) => answer(response));
  const client = createTruetallyClient({ baseUrl: server.origin, token: 'ttm_x', organizationId: 'org_1' });
  return { server, run: await client.reports.runs.export('rpt_1', 'rrun_1', 'csv', options) };
}

async function textOf({ body }: ExportedRun): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Sends a first piece, and keeps the answer open. */
function begin(response: ServerResponse): void {
  response.writeHead(200, HEAD);
  response.write('a,b\r\n');
}

describe('an export', () => {
  it('has the unchanged bytes, their type and their name', async () => {
    const { server, run } = await exportFrom((response) => {
      begin(response);
      response.end('1,"ü"\r\n');
    });
    expect(run).toMatchObject({
      contentType: 'text/csv; charset=utf-8',
      contentDisposition: 'attachment; filename="run.csv"',
      requestId: 'req_1',
    });
    expect(await textOf(run)).toBe('a,b\r\n1,"ü"\r\n');
    expect(server.received[0]?.url).toMatch(
      /\/organizations\/org_1\/reports\/rpt_1\/runs\/rrun_1\/export\?format=csv$/,
    );
  });

  it('is available before its end', async () => {
    const { run } = await exportFrom(begin);
    for await (const piece of run.body) {
      expect(Buffer.from(piece).toString()).toBe('a,b\r\n');
      break;
    }
  });

  it('may be empty', async () => {
    expect(await textOf((await exportFrom((response) => void response.writeHead(200, HEAD).end())).run)).toBe('');
  });

  it('closes its connection when its reader stops', async () => {
    const { server, run } = await exportFrom(begin);
    for await (const piece of run.body) if (piece.length > 0) break;
    await expect(server.closed()).resolves.toEqual([]);
  });

  it('that is interrupted is an error, never a short file', async () => {
    const { run } = await exportFrom((response) => {
      response.writeHead(200, HEAD);
      response.write('a,b\r\n', () => response.destroy());
    });
    await expect(textOf(run)).rejects.toThrow(TruetallyConnectionError);
  });

  it('without progress for the time-out of a call is aborted', async () => {
    const { server, run } = await exportFrom(begin, { timeoutMs: 200 });
    await expect(textOf(run)).rejects.toThrow(TruetallyTimeoutError);
    await server.closed();
  });

  it('ends on its signal, in the middle of its bytes', async () => {
    const controller = new AbortController();
    const { server, run } = await exportFrom(begin, { signal: controller.signal });
    const read = async () => {
      for await (const piece of run.body) if (piece.length > 0) controller.abort();
    };
    await expect(read()).rejects.toThrow(TruetallyAbortError);
    await server.closed();
  });

  it('that is a proxy’s page is not a file', async () => {
    const call = exportFrom((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    await expect(call).rejects.toThrow(TruetallyAnswerError);
  });

  it('that is refused is a normal problem', async () => {
    const problem = { type: 'forbidden', detail: 'You may not.', next_action: 'refresh_access' };
    const call = exportFrom((response) => sendJson(response, 403, problem, 'application/problem+json'));
    await expect(call).rejects.toThrow(InsightForbiddenError);
  });
});
