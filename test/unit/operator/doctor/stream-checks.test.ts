import type { StreamInfo } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../../operator/doctor/run-checks.ts';
import { streamChecks } from '../../../../operator/doctor/stream-checks.ts';

const CONFIG = { num_replicas: 3, max_bytes: -1, max_age: 0, discard: 'new' };
const peer = (name: string, over: object = {}) => ({ name, current: true, offline: false, ...over });

function look(config: object, replicas: readonly object[] = [], bytes = 3 * 1_048_576) {
  const info = { config: { ...CONFIG, ...config }, state: { bytes }, cluster: { leader: 'a', replicas } };
  return runChecks(
    streamChecks({ label: 'nats://a:4222/traffic', info: () => Promise.resolve(info as unknown as StreamInfo) }),
  );
}

const COPIES = { part: 'journal', check: 'stream' };
const ROOM = { part: 'journal', check: 'room of the stream' };

describe('the stream check of the doctor', () => {
  it('reports a healthy stream', async () => {
    expect(await look({}, [peer('b'), peer('c')])).toEqual([
      { ...COPIES, state: 'ok', seen: '3 servers store the stream at nats://a:4222/traffic.', remedy: '' },
      { ...ROOM, state: 'ok', seen: 'The stream uses 3.0 MiB, and keeps messages without a time limit.', remedy: '' },
    ]);
  });

  it('reports one copy, or a delayed copy', async () => {
    expect(await look({ num_replicas: 1 })).toContainEqual(
      expect.objectContaining({
        ...COPIES,
        state: 'warning',
        seen: '1 server stores the stream at nats://a:4222/traffic.',
      }),
    );
    const behind = [peer('b', { current: false }), peer('c', { offline: true })];
    expect(await look({}, behind)).toContainEqual({
      ...COPIES,
      state: 'warning',
      seen: '3 servers store the stream at nats://a:4222/traffic. These servers are behind or offline: b, c.',
      remedy: 'Start these servers again.',
    });
  });

  it('reports that it is nearly full, if it refuses an excess', async () => {
    const limits = { max_bytes: 1_048_576, max_age: 7_200e9 };
    expect(await look(limits, [], 900_000)).toContainEqual({
      ...ROOM,
      state: 'warning',
      seen: 'The stream uses 0.9 MiB of 1.0 MiB, and keeps messages for 2 h. It is nearly full, so the API answers traffic over HTTP with status 503.',
      remedy: 'Raise `max_bytes` of the stream, or lower its `max_age`.',
    });
    expect(await look({ ...limits, discard: 'old' }, [], 900_000)).toContainEqual(
      expect.objectContaining({ ...ROOM, state: 'ok' }),
    );
  });

  it('reports why it cannot be read', async () => {
    const info = () => Promise.reject(new Error('The stream at nats://a:4222/traffic does not answer: timeout.'));
    const fault = {
      state: 'fault',
      seen: 'The stream at nats://a:4222/traffic does not answer: timeout.',
      remedy:
        'Start NATS if it does not run. If it runs, correct TRUETALLY_JOURNAL, or the stream as the message says.',
    };
    expect(await runChecks(streamChecks({ label: 'nats://a:4222/traffic', info }))).toEqual([
      { ...COPIES, ...fault },
      { ...ROOM, ...fault },
    ]);
  });
});
