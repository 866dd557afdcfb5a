import { randomUUID } from 'node:crypto';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { LineWriter, LineWriterOptions } from '../source/journal.ts';
import { MAX_MESSAGE_BYTES } from './max-message-bytes.ts';
import type { StreamClient } from './stream-client.ts';

/** Lines that wait to be written. */
interface Waiting {
  readonly lines: readonly Buffer[];
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const NEWLINE = Buffer.from('\n');

/**
 * Appends lines to a stream. Calls during a write share the next message. Only one message is in flight at a time, so
 * that lines are stored in the order of the calls. A failed write rejects every waiting call, so no call waits longer
 * than for the message in flight and the next one.
 */
export class StreamWriter implements LineWriter {
  readonly #client: StreamClient;
  readonly #options: LineWriterOptions;
  /**
   * A part of all message ids, so that a writer with the name of an earlier one does not repeat its ids. The stream
   * would not store a repeated id.
   */
  readonly #life = randomUUID();
  #messages = 0;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(client: StreamClient, options: LineWriterOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Resolves immediately: a stream shows no writers, only their lines. */
  begin(): Promise<void> {
    return Promise.resolve();
  }

  appendLines(texts: readonly string[]): Promise<void> {
    const lines = texts.map((text) => Buffer.from(text));
    if (lines.some((line) => line.length > MAX_MESSAGE_BYTES))
      throw new DefectError('A line does not fit into a message.');
    const bytes = lines.reduce((sum, line) => sum + line.length + NEWLINE.length, 0);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, bytes, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, fitting(this.#waiting));
      try {
        for (const message of messagesOf(together.flatMap(({ lines }) => lines))) await this.#write(message);
        for (const { resolve } of together) resolve();
      } catch (error) {
        for (const { reject } of [...together, ...this.#waiting.splice(0)]) reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #write(message: Buffer): Promise<void> {
    const startedAt = performance.now();
    this.#messages += 1;
    await this.#client.publish(message, `${this.#options.writerId}-${this.#life}-${this.#messages}`);
    this.#options.onWritten?.(message.length, (performance.now() - startedAt) / 1_000);
  }
}

/** The number of waiting writes that share the next message; the first always fits. */
function fitting(waiting: readonly Waiting[]): number {
  let total = 0;
  const beyond = waiting.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > MAX_MESSAGE_BYTES;
  });
  return beyond === -1 ? waiting.length : beyond;
}

/** Packs lines, separated by newlines, into as few messages as possible without changing their order. */
function messagesOf(lines: readonly Buffer[]): Buffer[] {
  const messages: Buffer[][] = [];
  let room = 0;
  for (const line of lines) {
    const open = messages.at(-1);
    if (open !== undefined && line.length + NEWLINE.length <= room) {
      open.push(NEWLINE, line);
      room -= line.length + NEWLINE.length;
    } else {
      messages.push([line]);
      room = MAX_MESSAGE_BYTES - line.length;
    }
  }
  return messages.map((parts) => Buffer.concat(parts));
}
