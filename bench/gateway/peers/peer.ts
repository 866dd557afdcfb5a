import type { Contender } from '../start-contender.ts';

/** Another gateway in front of the same provider, and the headers that each call needs. */
export interface PeerContender extends Contender {
  readonly headers: Readonly<Record<string, string>>;
}

/** The function that starts a peer; rejects with the reason if it is not available on this machine. */
export type StartPeer = (provider: Contender, folder: string) => Promise<PeerContender>;
