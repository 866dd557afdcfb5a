import type { StreamInfo } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { examine } from '../../../../operator/doctor/examine.ts';
import { streamChecks } from '../../../../operator/doctor/stream-checks.ts';

const CONFIG = { num_replicas: 3, max_bytes: -1, max_age: 0, discard: 'new' };
const peer = (name: string, over: object = {}) => ({ name, current: true, offline: false, ...over });

function look(config: object, replicas: readonly object[] = [], bytes = 3 * 1_048_576) {
  const info = { config: { ...CONFIG, ...config }, state: { bytes }, cluster: { leader: 'a', replicas } };
  return examine(
    streamChecks({ label: 'nats://a:4222/traffic', info: () => Promise.resolve(info as unknown as StreamInfo) }),
  );
}

const COPIES = { part: 'journal', check: 'stream' };
const ROOM = { part: 'journal', check: 'room of the stream' };

describe('what the doctor says of the stream of a journal', () => {
  it('is that all is well', async () => {
    expect(await look({}, [peer('b'), peer('c')])).toEqual([
      { ...COPIES, state: 'ok', seen: 'at nats://a:4222/traffic, kept by 3 servers', remedy: '' },
      { ...ROOM, state: 'ok', seen: '3.0 MiB held, keeps messages for good', remedy: '' },
    ]);
  });

  it('is that one server keeps it, or another is behind', async () => {
    expect(await look({ num_replicas: 1 })).toContainEqual(
      expect.objectContaining({ ...COPIES, state: 'warning', seen: 'at nats://a:4222/traffic, kept by 1 server' }),
    );
    const behind = [peer('b', { current: false }), peer('c', { offline: true })];
    expect(await look({}, behind)).toContainEqual({
      ...COPIES,
      state: 'warning',
      seen: 'at nats://a:4222/traffic, kept by 3 servers, of which behind or away: b, c',
      remedy: 'Start these servers again.',
    });
  });

  it('is that it is nearly full, where it refuses what is too much', async () => {
    const limits = { max_bytes: 1_048_576, max_age: 7_200e9 };
    expect(await look(limits, [], 900_000)).toContainEqual({
      ...ROOM,
      state: 'warning',
      seen: '0.9 MiB of 1.0 MiB held, keeps messages for 2 h: traffic over HTTP is answered 503',
      remedy: 'Raise `max_bytes` of the stream, or lower its `max_age`.',
    });
    expect(await look({ ...limits, discard: 'old' }, [], 900_000)).toContainEqual(
      expect.objectContaining({ ...ROOM, state: 'ok' }),
    );
  });

  it('is why it cannot be asked', async () => {
    const info = () => Promise.reject(new Error('The stream at nats://a:4222/traffic does not answer: timeout.'));
    const fault = {
      state: 'fault',
      seen: 'The stream at nats://a:4222/traffic does not answer: timeout.',
      remedy: 'Start NATS, correct TRUETALLY_JOURNAL, or correct the stream as the message says.',
    };
    expect(await examine(streamChecks({ label: 'nats://a:4222/traffic', info }))).toEqual([
      { ...COPIES, ...fault },
      { ...ROOM, ...fault },
    ]);
  });
});
