import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';
import { writtenEvents } from '../../../testing/journal/written-events.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello?' }] };

let world: GatewayWorld | undefined;
const folder = mkdtempSync(join(tmpdir(), 'truetally-owed-rows-'));
afterEach(async () => {
  await world?.close();
  rmSync(folder, { recursive: true });
});

it('of calls that were sent while the disk was full are written when it has space, each once and with its cost', async () => {
  const writer = openFileJournal(folder).openWriter({ writerId: 'proxy-full' });
  let isFull = false;
  const answers: (() => void)[] = [];
  world = await openGatewayWorld({
    provider: (request, response) => {
      request.resume();
      const answer = JSON.stringify({ type: 'message', usage: { input_tokens: 100, output_tokens: 10 } });
      const head = { 'content-type': 'application/json' };
      request.on('end', () => void answers.push(() => response.writeHead(200, head).end(answer)));
    },
    writer: {
      appendLines: (lines) => (isFull ? Promise.reject(new Error('ENOSPC')) : writer.appendLines(lines)),
    },
  });
  const { origin, mint, log, pass } = world;
  const token = await mint();
  const post = (): Promise<Response> =>
    fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token }, body: JSON.stringify(ASK) });
  const under = post();
  await expect.poll(() => [answers.length, writtenEvents(folder).length]).toEqual([1, 1]);
  isFull = true;
  answers[0]?.();
  expect((await under).status).toBe(503);
  expect(log.owedLines).toBe(1);
  expect(writtenEvents(folder).map(({ event }) => event.event)).toEqual(['request_admitted']);
  // No other call is admitted. A call that was not sent to a provider has no owed row.
  expect((await post()).status).toBe(503);
  expect([answers.length, log.owedLines]).toEqual([1, 1]);

  isFull = false;
  pass(1_000);
  await log.look();
  await log.look();
  expect(log.owedLines).toBe(0);
  const events = writtenEvents(folder).map(({ event }) => event);
  expect(events.map(({ event }) => event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
  expect(events[2]).toMatchObject({ price_state: 'priced', nanos: '150000' });
  const again = post();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  expect((await again).status).toBe(200);
  await writer.close();
});
