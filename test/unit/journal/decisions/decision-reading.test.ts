import { afterEach, expect, it } from 'vitest';
import { DecisionReading } from '../../../../journal/decisions/decision-reading.ts';
import type { EventLog } from '../../../../journal/source/event-source.ts';

let reading: DecisionReading | undefined;
afterEach(() => reading?.stop());

const ofNothing: EventLog = { name: 'nothing', sources: () => Promise.resolve([]) };

it('reads no more when nobody has used it for a minute', async () => {
  let nowMs = 0;
  const idle = new Promise<void>((resolve) => {
    reading = new DecisionReading({
      logs: [ofNothing],
      id: '0000000a',
      monotonicMs: () => nowMs,
      onFault: () => undefined,
      onIdle: resolve,
    });
  });
  await reading?.requireCurrent();
  expect(reading?.hasStopped).toBe(false);
  nowMs = 60_000;
  await idle;
  expect(reading?.hasStopped).toBe(true);
});

it('refuses pages while the journal cannot be read, and reports the fault', async () => {
  const fault = new Error('The disk is gone.');
  const faults: unknown[] = [];
  reading = new DecisionReading({
    logs: [{ name: 'gone', sources: () => Promise.reject(fault) }],
    id: '0000000a',
    monotonicMs: () => 0,
    onFault: (error) => faults.push(error),
    onIdle: () => undefined,
  });
  await expect(reading.requireCurrent()).rejects.toMatchObject({
    code: 'dependency_unavailable',
    message:
      'The API cannot read the journal, so the last calls are unknown. Try again; the log of the API has the cause.',
    cause: fault,
  });
  expect(faults).toEqual([fault]);
});
