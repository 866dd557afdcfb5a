import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

/** The targets of an attack, and the credentials of its sender. */
export interface AttackTargets {
  readonly gateway: string;
  readonly api: string;
  /**
   * The keys of one organization: a key without a rate limit, a key with an exhausted limit, and a key for an endpoint
   * that the attack does not call.
   */
  readonly keys: Readonly<Record<'plain' | 'rated' | 'narrow', string>>;
  /** A runtime credential, and the path of its traffic. */
  readonly runtime: string;
  readonly traffic: string;
  readonly configuration: string;
}

/** A request of an attack. */
export interface AttackRequest {
  readonly to: string;
  readonly token: string;
  readonly body: Buffer | Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The source address of attacks. The victim has a different one, because shares are per address. */
const ADDRESS = '127.0.0.2';

/** The tools of attacks. */
export class AttackWorld {
  readonly targets: AttackTargets;
  /** The numbers of answers by status, and of ended connections. */
  readonly tally: Record<string, number> = {};
  readonly #agent = new Agent({ connections: 512, connect: { localAddress: ADDRESS }, headersTimeout: 60_000 });

  constructor(targets: AttackTargets) {
    this.targets = targets;
  }

  /** Repeats an action, with this number in parallel. */
  async flood(atOnce: number, once: (turn: number) => Promise<unknown>): Promise<void> {
    const again = async (turn: number): Promise<never> => {
      for (let round = turn; ; round += atOnce) await once(round);
    };
    await Promise.all(Array.from({ length: atOnce }, (_, turn) => again(turn)));
  }

  async send({ to, token, body, headers }: AttackRequest): Promise<void> {
    try {
      const answer = await request(to, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body,
      });
      for await (const piece of answer.body) void piece;
      this.#count(String(answer.statusCode));
    } catch {
      this.#count('broken off');
    }
  }

  /** Opens a connection that sends the head, and then one byte per second. */
  connect(origin: string, head: string, rest = ' '): Socket {
    const { port } = new URL(origin);
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: ADDRESS });
    const dripping = setInterval(() => socket.write(rest), 1_000);
    socket.on('connect', () => socket.write(head));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clearInterval(dripping));
    socket.once('data', (answer) => this.#count(/^HTTP\/1.1 (\d+)/.exec(answer.toString('latin1'))?.[1] ?? 'other'));
    socket.once('close', () => this.#count('closed'));
    return socket;
  }

  #count(what: string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }
}
