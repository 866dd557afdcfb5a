import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SenderWorld } from './senders-world.ts';

const run = promisify(execFile);

/** The folder of the senders' programs. */
export const SENDER_PROGRAMS_FOLDER = join(import.meta.dirname, '..', 'outside', 'senders');

/**
 * Runs a program of a sender until it ends.
 *
 * @param program its interpreter, and its file in `OUTSIDE` or in another folder
 * @param asked the calls that it makes, as JSON on its standard input
 */
export async function runSenderProgram(
  [command, program]: readonly [string, string],
  asked: object,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const options = {
    cwd: SENDER_PROGRAMS_FOLDER,
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env },
  };
  const running = run(command, [program], options);
  running.child.stdin?.end(JSON.stringify(asked));
  const { stderr } = await running;
  if (stderr !== '') process.stderr.write(stderr);
}

/** Environment variables with which an OpenTelemetry exporter sends its spans to a sender's endpoint. */
export function createSpanEnvironment({ traffic, token }: SenderWorld): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${traffic}/otlp/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=Bearer%20${token}`,
    TRACELOOP_TRACE_CONTENT: 'false',
  };
}
