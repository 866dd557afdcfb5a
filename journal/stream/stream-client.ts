import { setTimeout as sleep } from 'node:timers/promises';
import { JetStreamApiError, type StreamInfo } from '@nats-io/jetstream';
import { Refusal } from '../../domain/kernel/errors.ts';
import { streamLabel, type StreamAddress } from './stream-address.ts';
import { createStreamConnection, type StreamConnection } from './stream-connection.ts';
import { streamFault } from './stream-fault.ts';

/** A message that the stream has stored. */
export interface StoredMessage {
  readonly sequence: bigint;
  /**
   * The time at which the stream accepted the message, to the nanosecond. It distinguishes two messages with the same
   * sequence.
   */
  readonly takenAt: string;
  readonly text: string;
}

/** The limits of one read. */
export interface ReadLimits {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * The requests that a journal makes to its stream. Each rejects with a Refusal `dependency_unavailable` within its time
 * limit.
 */
export interface StreamClient {
  /** The address of the stream, without credentials. */
  readonly label: string;
  /** The state of the stream, from its leader. Rejects if the stream is not suitable as a journal. */
  info(options?: { readonly withDeleted?: boolean }): Promise<StreamInfo>;
  /** The messages from a sequence on, in order, as many as fit the limits; at least one message if there is any. */
  messagesFrom(sequence: bigint, limits: ReadLimits): Promise<StoredMessage[]>;
  /**
   * Resolves when the stream has stored the text durably. If the same id was published within two minutes, the text is
   * not stored again.
   */
  publish(text: Uint8Array, id: string): Promise<void>;
  /** Creates the stream if it does not exist. Returns true if it was created now. */
  make(): Promise<boolean>;
  close(): Promise<void>;
}

/** Milliseconds for the messages of one read, which a slow network may delay. */
const READ_MS = 30_000;
/** Milliseconds for which a write is retried. A stream that loses its leader elects another one within seconds. */
const WRITE_MS = 10_000;
const TRY_MS = 3_000;
const PAUSE_MS = 100;
/** Status codes that end a read: 204 after the last message that fits, 404 if there is no message. */
const END_CODES: readonly number[] = [204, 404];
const UNAVAILABLE_STATUS = 503;
/** The error code of a full stream: an immediate retry is useless. */
const FULL_CODE = 10_077;
/** The error code of a stream that does not exist. */
const NOT_THERE_CODE = 10_059;

export function createStreamClient(address: StreamAddress): StreamClient {
  const label = streamLabel(address);
  const { stream, replicas } = address;
  const subject = `${stream}.traffic`;
  const connection = createStreamConnection(address);
  const asked = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    try {
      return await request();
    } catch (error) {
      throw refusalOf(error, label);
    }
  };
  return {
    label,
    info: ({ withDeleted = false } = {}) =>
      asked(async () => {
        const info = await (await connection.manager()).streams.info(stream, { deleted_details: withDeleted });
        const maxPayload = (await connection.open()).info?.max_payload ?? 0;
        const fault = streamFault(info, { subject, maxPayload });
        if (fault === undefined) return info;
        throw new Refusal('dependency_unavailable', `The stream at ${label} ${fault}`);
      }),
    messagesFrom: (sequence, limits) => asked(() => readMessages(connection, { stream, sequence, limits })),
    publish: (text, id) => asked(() => publish(connection, { stream, subject, text, id })),
    make: () => asked(() => makeStream(connection, { stream, subject, replicas })),
    close: () => connection.close(),
  };
}

interface Read {
  readonly stream: string;
  readonly sequence: bigint;
  readonly limits: ReadLimits;
}

/**
 * Reads messages directly from any server that has the stream, without a consumer. A server that lags behind returns
 * fewer messages, but never wrong ones.
 */
async function readMessages(
  connection: StreamConnection,
  { stream, sequence, limits }: Read,
): Promise<StoredMessage[]> {
  const request = JSON.stringify({ seq: Number(sequence), batch: limits.messages, max_bytes: limits.bytes });
  const options = { strategy: 'sentinel', maxWait: READ_MS } as const;
  const answers = await (await connection.open()).requestMany(`$JS.API.DIRECT.GET.${stream}`, request, options);
  const kept: StoredMessage[] = [];
  for await (const answer of answers) {
    const { headers } = answer;
    const code = headers?.code ?? 0;
    if (END_CODES.includes(code)) return kept;
    if (headers === undefined || code !== 0)
      throw new Error(`a read was answered ${code} ${headers?.description ?? ''}`.trim());
    const [number, takenAt] = [headers.get('Nats-Sequence'), headers.get('Nats-Time-Stamp')];
    kept.push({ sequence: BigInt(number), takenAt, text: answer.string() });
  }
  throw new Error('a read was not answered to its end');
}

interface Write {
  readonly stream: string;
  readonly subject: string;
  readonly text: Uint8Array;
  readonly id: string;
}

async function publish(connection: StreamConnection, { stream, subject, text, id }: Write): Promise<void> {
  const startedAt = performance.now();
  const options = { msgID: id, expect: { streamName: stream }, timeout: TRY_MS };
  for (;;) {
    try {
      await (await connection.manager()).jetstream().publish(subject, text, options);
      return;
    } catch (error) {
      if (performance.now() - startedAt > WRITE_MS || !mayPass(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** True if a failed write may succeed a moment later: there was no answer, or the stream has no leader now. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof JetStreamApiError)) return true;
  return error.status === UNAVAILABLE_STATUS && error.code !== FULL_CODE;
}

async function makeStream(
  connection: StreamConnection,
  { stream, subject, replicas }: { readonly stream: string; readonly subject: string; readonly replicas: number },
): Promise<boolean> {
  const { streams } = await connection.manager();
  try {
    await streams.info(stream);
    return false;
  } catch (error) {
    if (!isNotThere(error)) throw error;
  }
  await streams.add({
    name: stream,
    subjects: [subject],
    storage: 'file',
    retention: 'limits',
    // Unread messages must not be discarded for new ones.
    discard: 'new',
    allow_direct: true,
    num_replicas: replicas,
  });
  return true;
}

function isNotThere(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === NOT_THERE_CODE;
}

function refusalOf(error: unknown, label: string): Refusal {
  if (error instanceof Refusal) return error;
  if (isNotThere(error))
    return new Refusal(
      'dependency_unavailable',
      `There is no stream at ${label}. Run \`npm run migrate\` to create it.`,
    );
  const why = error instanceof Error ? error.message : String(error);
  return new Refusal('dependency_unavailable', `The stream at ${label} does not answer: ${why}.`, { cause: error });
}
