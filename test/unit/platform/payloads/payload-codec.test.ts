import type { Payload } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { PayloadKey } from '../../../../platform/configuration.ts';
import { createPayloadCodec } from '../../../../platform/payloads/payload-codec.ts';
import { UnreadablePayload } from '../../../../platform/payloads/unreadable-payload.ts';

const keyOf = (id: string, byte: number): PayloadKey => ({ id, key: Buffer.alloc(32, byte) });
const A = keyOf('a', 1);
const B = keyOf('b', 2);
const codecOf = (...payloadKeys: PayloadKey[]) => createPayloadCodec({ payloadKeys, encryptsPayloads: true });

const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString();
const plain = (value: unknown): Payload => ({
  metadata: { encoding: Buffer.from('json/plain'), messageType: Buffer.from('report') },
  data: Buffer.from(JSON.stringify(value)),
});

/** A payload as text, whatever class its bytes are of. */
const shown = ({ metadata, data }: Payload) => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, text(value)])),
  data: text(data),
});

const encrypt = async (codec = codecOf(A)): Promise<Payload> => (await codec.encode([plain('Montclair')]))[0]!;

describe('the payload codec', () => {
  it('encrypts the whole payload, and says nothing of it but the encoding and the id of the key', async () => {
    const encrypted = await encrypt();
    expect(shown(encrypted).metadata).toEqual({ encoding: 'binary/encrypted', 'encryption-key-id': 'a' });
    expect(shown(encrypted).data).not.toContain('Montclair');
    expect(shown((await codecOf(A).decode([encrypted]))[0]!)).toEqual(shown(plain('Montclair')));
  });

  it.each([
    ['without data', { metadata: { encoding: Buffer.from('binary/null') } }],
    ['without metadata', { data: Buffer.from('bytes') }],
    ['of nothing', {}],
    ['of 2 MiB', { metadata: { encoding: Buffer.from('binary/plain') }, data: Buffer.alloc(2 * 1024 * 1024, 7) }],
  ])('brings back a payload %s', async (_what, payload: Payload) => {
    const codec = codecOf(A);
    expect((await codec.decode(await codec.encode([payload]))).map(shown)).toEqual([shown(payload)]);
  });

  it('keeps order and number', async () => {
    const codec = codecOf(A);
    const payloads = [plain(1), plain(2), plain(3)];
    expect((await codec.decode(await codec.encode(payloads))).map(shown)).toEqual(payloads.map(shown));
    expect(await codec.encode([])).toEqual([]);
  });

  it('encrypts equal payloads differently', async () => {
    const [one, other] = await codecOf(A).encode([plain('same'), plain('same')]);
    expect(one?.data).not.toEqual(other?.data);
    expect(one?.data?.length).toBe(other?.data?.length);
  });

  it('encrypts with the first key and decrypts with every one', async () => {
    const old = await encrypt(codecOf(A));
    const rotated = codecOf(B, A);
    expect(shown((await rotated.decode([old]))[0]!)).toEqual(shown(plain('Montclair')));
    expect(shown(await encrypt(rotated)).metadata['encryption-key-id']).toBe('b');
  });

  it('only decrypts where it is told to', async () => {
    const codec = createPayloadCodec({ payloadKeys: [A], encryptsPayloads: false });
    expect((await codec.encode([plain('Montclair')])).map(shown)).toEqual([shown(plain('Montclair'))]);
    expect((await codec.decode([await encrypt()])).map(shown)).toEqual([shown(plain('Montclair'))]);
  });

  it('lets pass what is not encrypted', async () => {
    const payloads = [plain('from before'), {}];
    expect(await codecOf(A).decode(payloads)).toEqual(payloads);
  });

  it('names the key that it does not have', async () => {
    const encrypted = await encrypt(codecOf(B));
    await expect(codecOf(A).decode([encrypted])).rejects.toThrow(
      new UnreadablePayload(
        'A payload was encrypted with the key `b`, which TRUETALLY_PAYLOAD_KEYS does not hold: add it.',
      ),
    );
  });

  const damaged =
    'A payload cannot be decrypted with the key `a`: it was damaged, or encrypted with another key of that id.';

  it('refuses another key of the same id', async () => {
    await expect(codecOf(keyOf('a', 9)).decode([await encrypt()])).rejects.toThrow(new UnreadablePayload(damaged));
  });

  it('refuses the id of another key, though the key is the same', async () => {
    const encrypted = await encrypt(codecOf(keyOf('b', 1)));
    const renamed = { ...encrypted, metadata: { ...encrypted.metadata, 'encryption-key-id': Buffer.from('a') } };
    await expect(codecOf(A).decode([renamed])).rejects.toThrow(new UnreadablePayload(damaged));
  });

  it.each([0, 12, -1])('refuses a payload whose byte %i was changed', async (at) => {
    const { metadata, data } = await encrypt();
    const changed = Buffer.from(data!);
    changed.writeUInt8(changed.at(at)! ^ 1, at < 0 ? changed.length + at : at);
    await expect(codecOf(A).decode([{ metadata: metadata!, data: changed }])).rejects.toThrow(damaged);
  });

  it.each([0, 11, 27])('refuses a payload of %i bytes', async (length) => {
    const { metadata, data } = await encrypt();
    const short = { metadata: metadata!, data: Buffer.from(data!).subarray(0, length) };
    await expect(codecOf(A).decode([short])).rejects.toThrow(damaged);
  });
});
