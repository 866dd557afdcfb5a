import { expect, it, vi } from 'vitest';
import { retryOnLostEngine, reportWhileWaiting } from '../../../../launcher/processes/report-while-waiting.ts';

it('repeats work that an engine lost, and reports it', async () => {
  const lines: string[] = [];
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
  const faults = [
    refused,
    new Error('Temporal does not answer.', { cause: Object.assign(new Error('14'), { code: 'ECONNRESET' }) }),
  ];
  const work = (): Promise<string> => {
    const fault = faults.shift();
    return fault === undefined ? Promise.resolve('done') : Promise.reject(fault);
  };
  expect(await retryOnLostEngine('the demo', work, (line) => lines.push(line))).toBe('done');
  expect(lines).toEqual([
    'an engine was lost (connect ECONNREFUSED); trying again: the demo',
    'an engine was lost (Temporal does not answer.); trying again: the demo',
  ]);
});

it('passes on other errors', async () => {
  await expect(
    retryOnLostEngine(
      'it',
      () => Promise.reject(new Error('no such table')),
      () => undefined,
    ),
  ).rejects.toThrow('no such table');
});

it('reports every four seconds what it waits for', async () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    let arrive: (value: string) => void = () => undefined;
    const waited = reportWhileWaiting('Postgres', new Promise<string>((settle) => (arrive = settle)), (line) =>
      lines.push(line),
    );
    await vi.advanceTimersByTimeAsync(11_000);
    arrive('here');
    expect(await waited).toBe('here');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(['still waiting for Postgres (4 s)', 'still waiting for Postgres (8 s)']);
  } finally {
    vi.useRealTimers();
  }
});
