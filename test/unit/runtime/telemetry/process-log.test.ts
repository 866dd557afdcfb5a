import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');

/** The lines of a process that creates a log and runs `work` with it. */
function linesOf(work: string): Record<string, unknown>[] {
  const program = `
    import { openStandardOutput } from './runtime/telemetry/log-destination.ts';
    import { createProcessLog } from './runtime/telemetry/process-log.ts';
    const log = createProcessLog('api', { logLevel: 'info' }, openStandardOutput(), () => ({ trace_id: 'of the trace' }));
    ${work}`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: PROJECT, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a line of a process’s log', () => {
  it('has its process, and the ids of its context', () => {
    expect(linesOf(`log.info({ run_id: 'rrun_1' }, 'settled')`)).toMatchObject([
      { process: 'api', trace_id: 'of the trace', run_id: 'rrun_1', msg: 'settled' },
    ]);
  });

  it('shows a fault without the row that Postgres quotes and without a malformed address', () => {
    const [line] = linesOf(`log.error({ err: Object.assign(new Error('duplicate key'), {
      code: '23505', detail: 'Key (name)=(Ada) already exists.', where: 'of Ada', input: 'postgres://user:Ada@host',
    }) }, 'failed')`);
    expect(line!['err']).toEqual({
      type: 'Error',
      message: 'duplicate key',
      stack: expect.stringContaining('duplicate key') as unknown,
      code: '23505',
    });
  });

  it('shows a fault of Temporal’s SDK with its cause’s message, and without the row that this quotes', () => {
    const [line] = linesOf(`
      const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(Ada) exists.' });
      log.warn({ error: new Error('The store was away.', { cause }), durationMs: 3 }, 'Activity failed')`);
    expect(line!['error']).toEqual({
      type: 'Error',
      message: 'The store was away.: duplicate key',
      stack: expect.stringContaining('caused by: Error: duplicate key') as unknown,
    });
    expect(line!['durationMs']).toBe(3);
    expect(linesOf(`log.warn({ error: 'in words' }, 'failed')`)[0]!['error']).toBe('in words');
  });

  it('shows no credential of headers that are logged separately', () => {
    const [line] = linesOf(
      `log.info({ headers: { authorization: 'Bearer Ada', cookie: 'Ada', host: 'here' } }, 'odd')`,
    );
    expect(line!['headers']).toEqual({ authorization: '[Redacted]', cookie: '[Redacted]', host: 'here' });
  });

  it('shows a request without its query and its headers', () => {
    const [line] = linesOf(`log.info({ req: {
      method: 'GET', url: '/organizations/org_1?name=Ada', ip: '203.0.113.7', headers: { authorization: 'Bearer Ada' },
    } }, 'incoming request')`);
    expect(line!['req']).toEqual({ method: 'GET', url: '/organizations/org_1', remote_address: '203.0.113.7' });
  });
});
