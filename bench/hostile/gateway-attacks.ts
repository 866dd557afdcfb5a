import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttackWorld } from './attack-world.ts';

/** The function that sends the calls of one attacker until it is stopped. */
export type Attack = (world: AttackWorld) => Promise<void>;

const MIB = 1_048_576;
const LARGE_BYTES = 31 * MIB;
const CHAT = '/v1/chat/completions';
const COUNT = '/v1/messages/count_tokens';
const SMALL = chat('"x"');

/** A body of chat completions with these messages. */
function chat(messages: string, model = 'gpt-5'): Buffer {
  return Buffer.from(`{"model":"${model}","messages":[{"role":"user","content":${messages}}]}`);
}

/** A body of this size, whose list is filled with copies of a piece. */
function filled(piece: string, bytes = LARGE_BYTES): Buffer {
  const head = Buffer.from('{"model":"gpt-5","messages":[');
  return Buffer.concat([
    head,
    Buffer.alloc(Math.floor(bytes / piece.length) * piece.length, piece),
    Buffer.from('1]}'),
  ]);
}

/** Sends a body repeatedly, several in parallel. */
function bodies(make: () => Buffer, { key = 'plain', path = CHAT, atOnce = 4, headers = {} } = {}): Attack {
  return (world) => {
    const { gateway, keys } = world.targets;
    const body = make();
    const token = keys[key as keyof typeof keys];
    return world.flood(atOnce, () => world.send({ to: `${gateway}${path}`, token, body, headers }));
  };
}

function names(count: number): Buffer {
  const members = Array.from({ length: count }, (_, index) => `"k${index}":1`);
  return Buffer.from(`{"model":"gpt-5","messages":[],"metadata":{${members.join(',')}}}`);
}

async function* singly(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += 1) {
    yield body.subarray(at, at + 1);
    if (at % 512 === 0) await delay(0);
  }
}

/** Sends an incomplete head or body on many connections, which stay open. */
function held(count: number, head: (token: string) => string): Attack {
  return async (world) => {
    const { gateway, keys } = world.targets;
    await world.flood(count, async () => {
      const socket = world.connect(gateway, head(keys.plain));
      await new Promise((resolve) => socket.once('close', resolve));
      await delay(100);
    });
  };
}

/** Attacks on the gateway, by their descriptions. */
export const GATEWAY_ATTACKS: Readonly<Record<string, Attack>> = {
  '31 MiB of empty objects': bodies(() => filled('{},')),
  '31 MiB of empty lists': bodies(() => filled('[],')),
  '31 MiB of empty texts, over its rate': bodies(() => filled('"",'), { key: 'rated' }),
  '31 MiB of numbers, out of scope': bodies(() => filled('1,'), { key: 'narrow' }),
  '31 MiB in one text': bodies(() => chat(`"${'a'.repeat(LARGE_BYTES)}"`)),
  '31 MiB of escapes in one text': bodies(() => chat(`"${'\\n'.repeat(LARGE_BYTES / 2)}"`)),
  '31 MiB in 30,000 messages': bodies(() => filled(`{"role":"user","content":"${'b'.repeat(1_024)}"},`)),
  '199,000 values': bodies(() => filled('{},', 590_000)),
  '999,000 numbers': bodies(() => filled('1,', 1_998_000)),
  '190,000 names in one object': bodies(() => names(190_000)),
  '512 levels': bodies(() => chat(`${'['.repeat(508)}${']'.repeat(508)}`), { atOnce: 64 }),
  '31 MiB to count_tokens': bodies(() => filled('{"role":"user","content":"b"},'), { path: COUNT }),
  'a body in chunks of one byte': (world) =>
    world.flood(16, () => {
      const { gateway, keys } = world.targets;
      return world.send({
        to: `${gateway}${CHAT}`,
        token: keys.plain,
        body: Readable.from(singly(chat(`"${'c'.repeat(65_536)}"`))),
      });
    }),
  '400 slow uploads': held(
    400,
    (token) =>
      `POST ${CHAT} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 33554432\r\n\r\n{`,
  ),
  '8,000 half heads': held(8_000, () => 'GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a:'),
  'lines of 15 MiB in streams': bodies(() => SMALL, { path: `${CHAT}?play=line`, atOnce: 8 }),
  'streams of tiny events': bodies(() => SMALL, { path: `${CHAT}?play=events`, atOnce: 8 }),
  'answers of 31 MiB': bodies(() => SMALL, { path: `${CHAT}?play=large`, atOnce: 20 }),
  'counts of 200 MiB': bodies(() => chat('"x"', 'claude-haiku-4-5'), { path: `${COUNT}?play=endless` }),
  'ligatures to a semantic rule': (world) =>
    world.flood(8, (turn) => {
      const { gateway, keys } = world.targets;
      const body = chat(JSON.stringify(`${'\ufdfa'.repeat(1_990)} ${turn}`), 'gpt-5-nano');
      return world.send({ to: `${gateway}${CHAT}`, token: keys.plain, body });
    }),
  'digits to a semantic rule': (world) =>
    world.flood(8, (turn) => {
      const { gateway, keys } = world.targets;
      const body = chat(JSON.stringify(`${'1.a_'.repeat(500)}${turn}`), 'gpt-5-nano');
      return world.send({ to: `${gateway}${CHAT}`, token: keys.plain, body });
    }),
  'refusals with long headers': bodies(() => SMALL, {
    ...{ key: 'rated', atOnce: 32 },
    headers: { 'user-agent': 'u'.repeat(8_000) },
  }),
  'a configuration file of 45,000 anchors': (world) => {
    const anchors = Array.from({ length: 45_000 }, (_, index) => `k${index}: &k${index} 1`).join('\n');
    return world.flood(1, async (turn) => {
      writeFileSync(world.targets.configuration, `${anchors}\n# ${turn}\n`);
      await delay(1_000);
    });
  },
};
