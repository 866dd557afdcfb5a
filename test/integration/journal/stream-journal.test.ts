import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type StreamAPI } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { GrowingSource } from '../../../journal/source/event-source.ts';
import type { Journal, LineWriter } from '../../../journal/source/journal.ts';
import { openStreamJournal } from '../../../journal/stream/open-stream-journal.ts';
import type { StreamAddress } from '../../../journal/stream/stream-address.ts';
import { startNatsServers, type NatsServers } from '../../../testing/engines/nats-servers.ts';
import { makeEndedCall } from '../../../testing/journal/make-ended-call.ts';
import { makeTestStream } from '../../../testing/journal/make-test-stream.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const LIMITS = { lines: 1_000, bytes: 1_000_000 };
const GATE = { maxUnreadBytes: 1_000_000, minFreeBytes: 1 };
const nothingPlanned = () => Promise.resolve(new Map<string, bigint>());

let folder: string;
let servers: NatsServers;
let operator: NatsConnection;
let streams: StreamAPI;

async function begin(count: number, more: readonly string[] = []): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'truetally-stream-'));
  servers = await startNatsServers(folder, count, more);
}

async function end(): Promise<void> {
  await servers.stop();
  rmSync(folder, { recursive: true });
}

async function operate(user?: { user: string; pass: string }): Promise<void> {
  operator = await connect({ servers: servers.url.slice('nats://'.length).split(','), ...user });
  // The servers of a busy machine may write to the disk slowly. A test that waits without success ends with its own
  // time-out.
  ({ streams } = await jetstreamManager(operator, { timeout: 30_000 }));
}

describe('a stream as a journal', () => {
  let names = 0;
  let name: string;
  let address: StreamAddress;
  let journal: Journal;

  beforeAll(() => begin(1));
  afterAll(end);
  beforeEach(async () => {
    // A connection of the previous test may not have detected yet that its server was killed.
    await operate();
    names += 1;
    name = `traffic-${names}`;
    address = await makeTestStream(`${servers.url}/${name}`);
    journal = openStreamJournal(address);
  });
  afterEach(async () => {
    await journal.close();
    await operator.close();
  });

  async function write(...lines: string[]): Promise<void> {
    const writer = journal.openWriter({ writerId: 'writer' });
    // Each line is sent in a separate message, one after the other.
    for (const line of lines) await writer.appendLines([line]);
  }

  async function onlySource(): Promise<GrowingSource> {
    const [source] = await journal.logs[0]!.sources();
    return source!;
  }

  const goneLine = (from: number, to: number): string =>
    JSON.stringify({
      event: 'unreadable',
      reason: 'not_kept',
      detail: `Messages ${from} to ${to} of ${servers.url}/${name} were deleted before they were read.`,
    });

  it('reports messages that were removed before they were read, in a separate block', async () => {
    await write('one', 'two', 'three', 'four', 'five', 'six');
    await streams.purge(name, { seq: 3 });
    await streams.deleteMessage(name, 5, false);
    const source = await onlySource();
    const blocks = [];
    for (let from = 0n; from < 6n; from = blocks.at(-1)!.lastOffset) blocks.push(await source.read(from, LIMITS));
    expect(blocks.map(({ lines, lastOffset }) => [lines, lastOffset])).toEqual([
      [[goneLine(1, 2)], 2n],
      [['three', 'four'], 4n],
      [[goneLine(5, 5)], 5n],
      [['six'], 6n],
    ]);
    await streams.purge(name);
    expect(await source.read(2n, LIMITS)).toMatchObject({ lines: [goneLine(3, 6)], lastOffset: 6n });
    await expect(source.readAgain(2n, 4n)).rejects.toThrow('does not return message 3 again');
    expect(await journal.faultOf({ id: source.id, plannedFrom: 2n, plannedTo: 6n })).toBe(
      `${servers.url}/${name} stores no message before 7. The messages 3 to 6 are no longer stored.`,
    );
  });

  it('counts each event of a line at the end of a block', async () => {
    const { line: three } = makeEndedCall(1);
    await write(three, '{}', three, '{}', three);
    const source = await onlySource();
    const limits = { ...LIMITS, lines: 6 };
    expect(await source.read(0n, limits)).toMatchObject({ lines: [three, '{}'], lastOffset: 2n });
    expect(await source.read(2n, limits)).toMatchObject({ lines: [three, '{}'], lastOffset: 4n });
    expect(await source.read(4n, { ...LIMITS, lines: 1 })).toMatchObject({ lines: [three], lastOffset: 5n });
  });

  it('is another source after it was deleted and created again', async () => {
    await write('one');
    const source = await onlySource();
    await streams.delete(name);
    await makeTestStream(`${servers.url}/${name}`);
    await expect(source.end()).rejects.toThrow('was created again while it was read');
    expect((await onlySource()).id).not.toBe(source.id);
    expect(await journal.faultOf({ id: source.id, plannedFrom: 0n, plannedTo: 1n })).toMatch(
      'is not the stream that was read',
    );
  });

  it('is not read further after it lost acknowledged messages, even if it has as many messages again', async () => {
    await write('one');
    const data = join(servers.folders[0]!, 'data');
    await servers.kill();
    cpSync(data, join(folder, 'before'), { recursive: true });
    await servers.start();
    await write('two', 'three');
    const source = await onlySource();
    const { mark } = await source.read(0n, LIMITS);
    await source.requireRead!(3n, mark);
    await servers.kill();
    rmSync(data, { recursive: true });
    cpSync(join(folder, 'before'), data, { recursive: true });
    await servers.start();
    // The connection first detects that its server was unavailable.
    const reading = () => source.read(3n, LIMITS).catch(String);
    await expect.poll(reading).toMatch('ends at message 1, and 3 were read: it lost messages');
    await write('another two', 'another three', 'four');
    await expect(source.requireRead!(3n, mark)).rejects.toThrow('has another message 3 than the one that was read');
  });

  it('refuses lines if it is nearly full or does not answer, and reports this within seconds', async () => {
    await streams.update(name, { max_bytes: 1_000_000 });
    expect(await journal.backpressure(GATE, nothingPlanned)).toBeUndefined();
    await write('x'.repeat(900_000));
    expect(await journal.backpressure(GATE, nothingPlanned)).toBe('log_full');
    await expect(write('x'.repeat(900_000))).rejects.toThrow('maximum bytes exceeded');
    await servers.kill();
    const startedAt = performance.now();
    const writer = journal.openWriter({ writerId: 'waits' });
    const writes = await Promise.allSettled([writer.appendLines(['one']), writer.appendLines(['two'])]);
    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await journal.backpressure(GATE, nothingPlanned)).toBe('log_unreachable');
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await servers.start();
    await writer.appendLines(['three']);
  });

  it('is refused if it could discard acknowledged messages', async () => {
    await streams.add({ name: 'memory', subjects: ['memory.traffic'], storage: 'memory' });
    await expect(makeTestStreamOnce('memory')).rejects.toThrow('is stored in memory and not in files');
    await streams.add({ name: 'queue', subjects: ['queue.traffic'], retention: 'workqueue' });
    await expect(makeTestStreamOnce('queue')).rejects.toThrow('has the retention `workqueue`');
    await expect(openStreamJournal({ ...address, stream: 'none' }).logs[0]!.sources()).rejects.toThrow(
      `There is no stream at ${servers.url}/none. Run \`npm run migrate\` to create it.`,
    );
  });

  async function makeTestStreamOnce(stream: string): Promise<void> {
    const other = openStreamJournal({ ...address, stream });
    try {
      await other.logs[0]!.sources();
    } finally {
      await other.close();
    }
  }
});

describe('a stream on three servers', () => {
  beforeAll(() => begin(3, ['authorization { user: tally, password: "a b" }']));
  afterAll(end);

  /** Writes a line, and repeats a refused write for up to a minute, like a caller of the gateway. */
  async function writeUntilAccepted(writer: LineWriter, line: string): Promise<void> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      try {
        await writer.appendLines([line]);
        return;
      } catch (error) {
        const isUnavailable = error instanceof Refusal && error.code === 'dependency_unavailable';
        if (!isUnavailable || performance.now() >= deadline) throw error;
      }
    }
  }

  /** The lines without adjacent repetitions. A refused write may be stored, and is then stored twice. */
  const withoutRepetitions = (lines: readonly string[]): string[] =>
    lines.filter((line, index) => line !== lines[index - 1]);

  it('continues after its leader is killed, and loses nothing', async () => {
    const url = servers.url.replace('//', '//tally:a%20b@');
    const address = await makeTestStream(`${url}/traffic?replicas=3`);
    await operate({ user: 'tally', pass: 'a b' });
    const journal = openStreamJournal(address);
    const writer = journal.openWriter({ writerId: 'writer' });
    const kept: string[] = [];
    const write = async (count: number): Promise<void> => {
      for (let number = 0; number < count; number += 1) {
        const line = `line ${kept.length}`;
        // The election of a new leader may take longer than the time for which a write is retried.
        await writeUntilAccepted(writer, line);
        kept.push(line);
      }
    };
    await write(50);
    const { cluster } = await streams.info('traffic');
    const leader = servers.indexOf(cluster!.leader!);
    const writing = write(50);
    await servers.kill(leader);
    await writing;
    const [source] = await journal.logs[0]!.sources();
    const read = async () => withoutRepetitions((await source!.read(0n, LIMITS)).lines);
    await waitUntil(async () => (await read()).length >= 100, 20);
    expect(await read()).toEqual(kept);
    await servers.start(leader);
    await journal.close();
    await operator.close();
  });

  it('requires the password, and does not reveal it', async () => {
    const address = {
      servers: [servers.url.split('//')[1]!.split(',')[0]!],
      stream: 'traffic',
      tls: false,
      replicas: 1,
    };
    const asked = { user: 'tally', password: 'wrong-secret', token: undefined, credentials: undefined };
    const journal = openStreamJournal({ ...address, ...asked });
    const refused = await journal.logs[0]!.sources().catch((error: unknown) => String(error));
    expect(refused).toMatch(/does not answer: .*authorization/i);
    expect(refused).not.toMatch('wrong-secret');
    await journal.close();
  });
});
