import { describe, expect, it } from 'vitest';
import { isUrl, parseStreamAddress, streamLabel } from '../../../journal/stream/stream-address.ts';

const NOBODY = { user: undefined, password: undefined, token: undefined, credentials: undefined };

describe('the address of a stream', () => {
  it.each([
    [
      'nats://localhost/traffic',
      { servers: ['localhost:4222'], stream: 'traffic', tls: false, replicas: 1, ...NOBODY },
    ],
    [
      'tls://tally:a%20b%40@one.example:4223,two.example,[::1]:4224/my_Stream-1?replicas=3',
      {
        servers: ['one.example:4223', 'two.example:4222', '[::1]:4224'],
        stream: 'my_Stream-1',
        tls: true,
        replicas: 3,
        ...NOBODY,
        user: 'tally',
        password: 'a b@',
      },
    ],
    [
      'nats://s3cret@10.0.0.1:4222/traffic',
      { servers: ['10.0.0.1:4222'], stream: 'traffic', tls: false, replicas: 1, ...NOBODY, token: 's3cret' },
    ],
  ])('is parsed from %s', (text, address) => {
    expect(parseStreamAddress(text, undefined)).toEqual(address);
  });

  it.each([
    'nats://localhost',
    'nats://localhost/',
    'nats://localhost:0/traffic',
    'nats://localhost:65536/traffic',
    'nats://one,/traffic',
    'nats://localhost/traf.fic',
    'nats://localhost/traffic?replicas=2',
    'nats://localhost/traffic?other=1',
    'nats://a:%@localhost/traffic',
    'kafka://localhost/traffic',
  ])('cannot be %s', (text) => {
    expect(isUrl(text)).toBe(true);
    expect(parseStreamAddress(text, undefined)).toBeUndefined();
  });

  it('is not a folder', () => {
    expect(['/journal', 'journal', './a://b', 'C:\\journal'].filter(isUrl)).toEqual([]);
  });

  it('is shown without credentials', () => {
    const address = parseStreamAddress('tls://tally:secret@one,two:5/traffic?replicas=3', 'creds');
    expect(address?.credentials).toBe('creds');
    expect(streamLabel(address!)).toBe('tls://one:4222,two:5/traffic');
  });
});
