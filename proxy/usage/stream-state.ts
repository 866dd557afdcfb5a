import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import {
  addMember,
  type FollowedStream,
  type StreamProgress,
} from '../../providers/protocols/shared/followed-stream.ts';

interface StreamState {
  see(data: unknown): void;
  end(): StreamProgress;
}

/** Follows a stream by its protocol. */
export function createStreamState({ followStream }: Pick<Protocol, 'followStream'>): StreamState {
  const stream: FollowedStream = {
    answer: {},
    model: undefined,
    hasEnd: false,
    written: 0,
    isFinalUsage: false,
  };
  return {
    see: (data) => followStream(stream, data),
    end() {
      const { answer, model, written, isFinalUsage, hasEnd } = stream;
      addMember(stream, 'model', model);
      // Some servers state the usage so far with each piece.
      return { answer, model, written, isFinalUsage: isFinalUsage && hasEnd };
    },
  };
}
