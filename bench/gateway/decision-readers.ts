import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { eventsFrom } from '../../clients/typescript/transport/event-stream.ts';

/** The bytes that a slow reader reads in a second. */
const SLOW_BYTES = 1_024;

/** An open stream of live decisions. */
export interface DecisionReader {
  close(): void;
}

async function openStream(url: string, token: string): Promise<IncomingMessage> {
  const asked = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  // A stream that is closed here, or that the API closes because it is too slow, ends with an error.
  response.on('error', () => undefined);
  return response;
}

/** Opens a stream, and reads 1 KiB of it per second. */
export async function openSlowReader(url: string, token: string): Promise<DecisionReader> {
  const response = await openStream(url, token);
  const timer = setInterval(() => {
    response.read(SLOW_BYTES);
  }, 1_000);
  return {
    close() {
      clearInterval(timer);
      response.destroy();
    },
  };
}

/** The counts of a reader that reads everything. */
export interface FullReader extends DecisionReader {
  /** The number of the first and of the last call that it received. */
  readonly first: number;
  readonly last: number;
  /** The number of calls that it received, that were skipped before them, and that it missed. */
  readonly counted: number;
}

/** Opens a stream, reads it completely, and requires that the numbers of its calls increase. */
export async function openFullReader(url: string, token: string): Promise<FullReader> {
  const response = await openStream(url, token);
  const counts = { first: -1, last: -1, counted: 0 };
  const read = async (): Promise<void> => {
    for await (const { type, data } of eventsFrom({ headers: new Headers(), body: response }).events) {
      const event = JSON.parse(data) as { req_id: string; skipped_before: number; count: number | null };
      // The calls before the first one are in no count.
      if (type === 'missed' && counts.first !== -1) counts.counted += event.count ?? Number.NaN;
      if (type !== 'decision') continue;
      const number = Number(event.req_id.slice('greq_'.length));
      assert.ok(number > counts.last, `call ${number} came after call ${counts.last}`);
      if (counts.first === -1) counts.first = number;
      else counts.counted += event.skipped_before;
      counts.counted += 1;
      counts.last = number;
    }
  };
  let fault: unknown;
  let isClosed = false;
  void read().catch((error: unknown) => {
    if (!isClosed) fault = error;
  });
  return {
    get first() {
      if (fault !== undefined) throw fault as Error;
      return counts.first;
    },
    get last() {
      return counts.last;
    },
    get counted() {
      return counts.counted;
    },
    close() {
      isClosed = true;
      response.destroy();
    },
  };
}
