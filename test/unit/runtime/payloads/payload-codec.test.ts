import type { Payload } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { PayloadKey } from '../../../../runtime/configuration/configuration.ts';
import { createPayloadCodec } from '../../../../runtime/payloads/payload-codec.ts';
import { UnreadablePayload } from '../../../../runtime/payloads/unreadable-payload.ts';

const keyOf = (id: string, byte: number): PayloadKey => ({ id, key: Buffer.alloc(32, byte) });
const A = keyOf('a', 1);
const B = keyOf('b', 2);
const clock = { now: () => new Date('2026-11-01T00:00:00.000Z') };
const codecOf = (...payloadKeys: PayloadKey[]) =>
  createPayloadCodec({ payloadKeys, encryptsPayloads: true, plainPayloadsUntil: undefined }, clock);

const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString();
const plain = (value: unknown): Payload => ({
  metadata: { encoding: Buffer.from('json/plain'), messageType: Buffer.from('report') },
  data: Buffer.from(JSON.stringify(value)),
});

/** A payload as text, for any class of its bytes. */
const shown = ({ metadata, data }: Payload) => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, text(value)])),
  data: text(data),
});

const encrypt = async (codec = codecOf(A)): Promise<Payload> => (await codec.encode([plain('Montclair')]))[0]!;

describe('the payload codec', () => {
  it('encrypts the complete payload, and reveals only the encoding and the id of the key', async () => {
    const encrypted = await encrypt();
    expect(shown(encrypted).metadata).toEqual({ encoding: 'binary/encrypted', 'encryption-key-id': 'a' });
    expect(shown(encrypted).data).not.toContain('Montclair');
    expect(shown((await codecOf(A).decode([encrypted]))[0]!)).toEqual(shown(plain('Montclair')));
  });

  it.each([
    ['without data', { metadata: { encoding: Buffer.from('binary/null') } }],
    ['without metadata', { data: Buffer.from('bytes') }],
    ['of zero bytes', {}],
    ['of 2 MiB', { metadata: { encoding: Buffer.from('binary/plain') }, data: Buffer.alloc(2 * 1024 * 1024, 7) }],
  ])('restores a payload %s', async (_what, payload: Payload) => {
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

  it('only decrypts if configured so', async () => {
    const codec = createPayloadCodec(
      { payloadKeys: [A], encryptsPayloads: false, plainPayloadsUntil: undefined },
      clock,
    );
    expect((await codec.encode([plain('Montclair')])).map(shown)).toEqual([shown(plain('Montclair'))]);
    expect((await codec.decode([await encrypt()])).map(shown)).toEqual([shown(plain('Montclair'))]);
    expect(await codec.decode([plain('of one that encrypts nothing yet')])).toHaveLength(1);
  });

  it.each([
    ['2026-11-01T00:00:00.001Z', true],
    ['2026-11-01T00:00:00.000Z', false],
    [undefined, false],
  ])('accepts unencrypted payloads until %s: %s', async (until, passes) => {
    const plainPayloadsUntil = until === undefined ? undefined : new Date(until);
    const codec = createPayloadCodec({ payloadKeys: [A], encryptsPayloads: true, plainPayloadsUntil }, clock);
    const payloads = [plain('from before'), {}];
    if (passes) expect(await codec.decode(payloads)).toEqual(payloads);
    else
      await expect(codec.decode(payloads)).rejects.toThrow(
        new UnreadablePayload(
          'A payload is not encrypted, although there are keys: where it is from before them, set TRUETALLY_PLAIN_PAYLOADS_UNTIL.',
        ),
      );
  });

  it('names a missing key', async () => {
    const encrypted = await encrypt(codecOf(B));
    await expect(codecOf(A).decode([encrypted])).rejects.toThrow(
      new UnreadablePayload(
        'A payload was encrypted with the key `b`, which TRUETALLY_PAYLOAD_KEYS does not contain. Add it.',
      ),
    );
  });

  const damaged =
    'A payload cannot be decrypted with the key `a`: it was damaged, or encrypted with another key of that id.';

  it('refuses another key with the same id', async () => {
    await expect(codecOf(keyOf('a', 9)).decode([await encrypt()])).rejects.toThrow(new UnreadablePayload(damaged));
  });

  it('refuses another id for the same key', async () => {
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

describe('a payload of a workflow', () => {
  const of = (workflowId: string, namespace = 'truetally') => ({ type: 'workflow', namespace, workflowId }) as const;
  const sealed = async (workflowId: string): Promise<Payload> =>
    (await codecOf(A).encode([plain('Montclair')], of(workflowId)))[0]!;

  it('is read in that workflow, by its activities, and without a stated position', async () => {
    const payload = await sealed('rrun_1');
    expect(shown(payload).metadata['encryption-binding']).toBe('["truetally","rrun_1"]');
    const activity = {
      type: 'activity',
      namespace: 'truetally',
      workflowId: 'rrun_1',
      activityId: '7',
      isLocal: false,
    };
    for (const context of [of('rrun_1'), activity as never, undefined])
      expect((await codecOf(A).decode([payload], context)).map(shown)).toEqual([shown(plain('Montclair'))]);
  });

  it.each([of('rrun_2'), of('rrun_1', 'elsewhere'), of('rrun_1-2026')])('is refused in %j', async (context) => {
    await expect(codecOf(A).decode([await sealed('rrun_1')], context)).rejects.toThrow(
      new UnreadablePayload(
        `A payload belongs to ["truetally","rrun_1"] and was found in ["${context.namespace}","${context.workflowId}"]: it was put there.`,
      ),
    );
  });

  it.each([
    ['names this position as its own', { 'encryption-binding': Buffer.from('["truetally","rrun_2"]') }],
    ['names no position', { 'encryption-binding': undefined }],
  ])('is also refused elsewhere if it %s', async (_what, changes) => {
    const { metadata, data } = await sealed('rrun_1');
    const entries = Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== undefined);
    const moved = { metadata: Object.fromEntries(entries) as Record<string, Uint8Array>, data: data! };
    await expect(codecOf(A).decode([moved], of('rrun_2'))).rejects.toThrow('A payload cannot be decrypted');
  });

  it('is read anywhere if it was encrypted before payloads were bound', async () => {
    const old = await encrypt();
    expect(shown(old).metadata).toEqual({ encoding: 'binary/encrypted', 'encryption-key-id': 'a' });
    expect((await codecOf(A).decode([old], of('rrun_2'))).map(shown)).toEqual([shown(plain('Montclair'))]);
  });

  it('is read in every workflow that its schedule starts', async () => {
    const first = await sealed('retention-sweep');
    const next = await sealed('retention-sweep-2026-11-01T00:25:00Z');
    const payloads = await codecOf(A).decode([first, next], of('retention-sweep-2026-11-01T01:25:00Z'));
    expect(payloads.map(shown)).toEqual([shown(plain('Montclair')), shown(plain('Montclair'))]);
  });
});
