import type { StreamInfo } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { streamFault } from '../../../journal/stream/stream-fault.ts';

const FIT = {
  storage: 'file',
  retention: 'limits',
  allow_direct: true,
  sealed: false,
  max_msg_size: -1,
  subjects: ['traffic.traffic'],
};

const faultOf = (over: object, maxPayload = 1_048_576): string | undefined =>
  streamFault({ config: { ...FIT, ...over } } as unknown as StreamInfo, { subject: 'traffic.traffic', maxPayload });

describe('a stream', () => {
  it.each([
    ['as it is made', {}],
    ['of all subjects', { subjects: ['>'] }],
    ['of more subjects', { subjects: ['other', '*.traffic'] }],
    ['of those below', { subjects: ['traffic.>'] }],
    ['of messages just as large', { max_msg_size: 999_424 }],
  ])('%s is fit to be a journal', (_, over) => {
    expect(faultOf(over)).toBeUndefined();
  });

  it.each([
    [{ storage: 'memory' }, /^is kept in memory/],
    [{ retention: 'interest' }, /^has the retention `interest`/],
    [{ no_ack: true }, /^acknowledges nothing/],
    [{ sealed: true }, /^takes no messages/],
    [{ mirror: { name: 'other' }, subjects: undefined }, /^takes no messages/],
    [{ allow_direct: false }, /^cannot be read directly/],
    [{ subjects: undefined }, /^does not take the subject/],
    [{ subjects: ['traffic', 'traffic.traffic.>', 'traffic.*.*', '*.other'] }, /^does not take the subject/],
    [{ max_msg_size: 999_423 }, /^takes messages of up to 999423 bytes/],
  ])('%j is not', (over, why) => {
    expect(faultOf(over)).toMatch(why);
  });

  it('is not where its server takes too small messages', () => {
    expect(faultOf({}, 65_536)).toMatch(/^takes messages of up to 65536 bytes/);
  });
});
