import type { Contender } from '../start-contender.ts';

/** Another gateway before the same provider, and the headers that it needs with each call. */
export interface PeerContender extends Contender {
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts one; rejects with the reason where it cannot be had here. */
export type Peer = (provider: Contender, folder: string) => Promise<PeerContender>;
