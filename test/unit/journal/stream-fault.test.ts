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
    ['as it is created', {}],
    ['of all subjects', { subjects: ['>'] }],
    ['of more subjects', { subjects: ['other', '*.traffic'] }],
    ['of those below', { subjects: ['traffic.>'] }],
    ['of messages just as large', { max_msg_size: 999_424 }],
  ])('%s is a valid journal', (_, over) => {
    expect(faultOf(over)).toBeUndefined();
  });

  it.each([
    [{ storage: 'memory' }, /^is stored in memory/],
    [{ retention: 'interest' }, /^has the retention `interest`/],
    [{ no_ack: true }, /^acknowledges no messages/],
    [{ sealed: true }, /^accepts no messages/],
    [{ mirror: { name: 'other' }, subjects: undefined }, /^accepts no messages/],
    [{ allow_direct: false }, /^cannot be read directly/],
    [{ subjects: undefined }, /^does not accept the subject/],
    [{ subjects: ['traffic', 'traffic.traffic.>', 'traffic.*.*', '*.other'] }, /^does not accept the subject/],
    [{ max_msg_size: 999_423 }, /^accepts messages of up to 999423 bytes/],
  ])('%j is invalid', (over, why) => {
    expect(faultOf(over)).toMatch(why);
  });

  it('is invalid if its server’s maximum message size is too small', () => {
    expect(faultOf({}, 65_536)).toMatch(/^accepts messages of up to 65536 bytes/);
  });
});
