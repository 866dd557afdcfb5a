import type { StreamInfo } from '@nats-io/jetstream';
import type { StreamClient } from '../../journal/stream/stream-client.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from './findings/finding.ts';

const MIB = 1024 * 1024;
const NANOS_OF_AN_HOUR = 3_600e9;
/** The share of its limit above which a stream that refuses new messages when full is nearly full. */
const NEARLY_FULL = 0.8;

/** The checks of the journal's stream. */
export function streamChecks(client: Pick<StreamClient, 'label' | 'info'>): Check[] {
  const info = client.info();
  // Each check reports the rejection; this avoids an unhandled one.
  info.catch(() => undefined);
  const look = (verdict: (known: StreamInfo) => CheckVerdict) => (): Promise<CheckVerdict> =>
    info.then(verdict, (error: unknown) =>
      faultVerdict(
        error instanceof Error ? error.message : String(error),
        'Start NATS if it does not run. If it runs, correct TRUETALLY_JOURNAL, or the stream as the message says.',
      ),
    );
  return [
    { part: 'journal', check: 'stream', look: look((known) => copiesVerdict(known, client.label)) },
    { part: 'journal', check: 'room of the stream', look: look(roomVerdict) },
  ];
}

/** The verdict on the servers that replicate a stream. */
function copiesVerdict({ config, cluster }: Pick<StreamInfo, 'config' | 'cluster'>, place: string): CheckVerdict {
  const copies = config.num_replicas;
  const behind = (cluster?.replicas ?? []).filter((peer) => peer.offline || !peer.current).map(({ name }) => name);
  const seen = `${copies} ${copies === 1 ? 'server stores' : 'servers store'} the stream at ${place}.`;
  if (behind.length > 0)
    return warningVerdict(
      `${seen} These servers are behind or offline: ${behind.join(', ')}.`,
      'Start these servers again.',
    );
  return copies === 1
    ? warningVerdict(
        seen,
        'If this server is lost, the traffic that it acknowledged is lost too. Store the stream on three servers, or see docs/operate.md.',
      )
    : okVerdict(seen);
}

/** The verdict on a stream's limits of size and age. */
function roomVerdict({ config, state }: Pick<StreamInfo, 'config' | 'state'>): CheckVerdict {
  const { max_bytes: max, max_age: age, discard } = config;
  const kept = age > 0 ? `for ${Math.round(age / NANOS_OF_AN_HOUR)} h` : 'without a time limit';
  const held = `${(state.bytes / MIB).toFixed(1)} MiB`;
  const seen = `The stream uses ${held}${max > 0 ? ` of ${(max / MIB).toFixed(1)} MiB` : ''}, and keeps messages ${kept}.`;
  if (max > 0 && discard === 'new' && state.bytes > max * NEARLY_FULL)
    return warningVerdict(
      `${seen} It is nearly full, so the API answers traffic over HTTP with status 503.`,
      'Raise `max_bytes` of the stream, or lower its `max_age`.',
    );
  return okVerdict(seen);
}
