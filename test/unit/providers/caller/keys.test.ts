import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';
import { callOverWire, EVERY_WIRE, KEY } from './support/call.ts';
import { wireBody } from './support/wire-bodies.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the key of a connection', () => {
  it('is read from its file at each call', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    const path = join(temporaryFolder(), 'key');
    writeFileSync(path, 'first-key-of-the-file\n');
    await callOverWire('responses', server.origin, { connection: { key: { kind: 'file', path } } });
    writeFileSync(path, 'second-key-of-the-file\n');
    await callOverWire('responses', server.origin, { connection: { key: { kind: 'file', path } } });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key-of-the-file',
      'Bearer second-key-of-the-file',
    ]);
  });

  it.each([
    ['no variable', { kind: 'variable', name: 'NOBODY_SET_THIS' }],
    ['no file', { kind: 'file', path: '/nowhere/key' }],
    ['a folder', { kind: 'file', path: tmpdir() }],
    ['a file without an end', { kind: 'file', path: '/dev/zero' }],
  ] as const)('that is %s sends nothing', async (_, key) => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    const outcome = await callOverWire('messages', server.origin, { connection: { key } });
    expect(outcome).toEqual({ kind: 'never_sent', fault: 'key_unavailable', providerRequestId: undefined });
    expect(server.received).toEqual([]);
  });

  it.each([
    ['a line break', 'two\nlines-of-a-key'],
    ['a quote', 'a-"quoted"-key'],
    ['too little', 'short'],
  ])('with %s is invalid', async (_, text) => {
    const path = join(temporaryFolder(), 'key');
    writeFileSync(path, text);
    const outcome = await callOverWire('messages', 'http://127.0.0.1', { connection: { key: { kind: 'file', path } } });
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'key_unavailable' });
  });

  // The answer repeats the key in every position that is read, at the most verbose log level of the clients.
  it.each([[200], [400], [401], [429], [500], [529]])(
    'appears in no outcome and no log line, with status %i',
    async (status) => {
      vi.stubEnv('OPENAI_LOG', 'debug');
      vi.stubEnv('ANTHROPIC_LOG', 'debug');
      const lines: unknown[][] = [];
      for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
        const spy = vi.spyOn(console, level).mockImplementation((...line) => void lines.push(line));
        onTestFinished(() => spy.mockRestore());
      }
      for (const [wire] of EVERY_WIRE) {
        const server = await startAnsweringServer((response) => {
          for (const name of ['x-echo', 'retry-after', 'request-id']) response.setHeader(name, KEY);
          response.setHeader('content-type', 'application/json');
          const error = { message: `Bad key ${KEY}`, type: KEY, code: KEY };
          const { usage, ...body } = wireBody(wire, { model: KEY, text: `You said ${KEY}.` });
          response
            .writeHead(status)
            .end(JSON.stringify({ ...body, error, usage: { ...(usage as object), note: KEY } }));
        });
        const outcome = await callOverWire(wire, server.origin);
        expect(outcome.kind).toBe({ 200: 'answered', 500: 'effect_unknown' }[status] ?? 'refused');
        expect(inspect(outcome, { depth: 20 })).not.toContain(KEY);
        if (outcome.kind === 'answered') expect(outcome).toMatchObject({ text: 'You said [key].', model: '[key]' });
        expect(server.received).toHaveLength(1);
      }
      expect(inspect(lines, { depth: 20 })).not.toContain(KEY);
    },
  );

  it('appears in no outcome of a call that failed in flight', async () => {
    const server = await startAnsweringServer((response) => void response.socket?.destroy());
    for (const [wire] of EVERY_WIRE) {
      expect(inspect(await callOverWire(wire, server.origin), { depth: 20 })).not.toContain(KEY);
    }
  });
});
