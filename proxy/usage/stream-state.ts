import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import {
  addMember,
  type FollowedStream,
  type StreamedAnswer,
} from '../../providers/protocols/shared/followed-stream.ts';

interface StreamState {
  see(data: unknown): void;
  end(): StreamedAnswer;
}

/** Follows a stream by its protocol. */
export function createStreamState({ followStream }: Pick<Protocol, 'followStream'>): StreamState {
  const told: FollowedStream = {
    answer: {},
    model: undefined,
    hasEnd: false,
    written: 0,
    isFinalUsage: false,
  };
  return {
    see: (data) => followStream(told, data),
    end() {
      const { answer, model, written, isFinalUsage, hasEnd } = told;
      addMember(told, 'model', model);
      // Some servers say with each piece what was used so far.
      return { answer, model, written, isFinalUsage: isFinalUsage && hasEnd };
    },
  };
}
